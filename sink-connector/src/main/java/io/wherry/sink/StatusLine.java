package io.wherry.sink;

import io.wherry.sink.lane.LaneState;
import io.wherry.sink.lane.Retries;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One line in the log every 30 s: how far and how fast a task is. Used by the task thread alone.
 */
final class StatusLine {
  private static final Logger LOG = LoggerFactory.getLogger(StatusLine.class);
  private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final String connector;
  private final Retries retries;
  private long toldAt = System.nanoTime();
  private long rowsThen = -1;

  StatusLine(String connector, Retries retries) {
    this.connector = connector;
    this.retries = retries;
  }

  void tell(Collection<LaneState> lanes, int paused) {
    long now = System.nanoTime();
    long rows = rows(lanes);
    if (rowsThen < 0) {
      rowsThen = rows;
    }
    if (now - toldAt < EVERY_NANOS) {
      return;
    }
    double seconds = (now - toldAt) / 1e9;
    LOG.info(
        "{}: {} lanes ({} waiting, {} paused), {} rows, {} rows/s, {} retries, {} KiB buffered",
        connector,
        lanes.size(),
        lanes.stream().filter(LaneState::waiting).count(),
        paused,
        rows,
        Math.round(Math.max(0, rows - rowsThen) / seconds),
        retries.count(),
        lanes.stream().mapToLong(LaneState::bytes).sum() >> 10);
    toldAt = now;
    rowsThen = rows;
  }

  private static long rows(Collection<LaneState> lanes) {
    return lanes.stream()
        .flatMap(lane -> lane.progress().stream())
        .mapToLong(progress -> progress.counts().rows())
        .sum();
  }
}
