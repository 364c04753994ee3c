package io.wherry.e2e.demo;

import io.wherry.common.model.TableId;
import io.wherry.e2e.stack.Ledger.Lane;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Tells how far the snapshot is: rows, rows a second, time left. Keeps what it saw last. Belongs to
 * one thread.
 */
final class Progress {
  private final long began = System.nanoTime();
  private final Map<TableId, Long> sizes;
  private final long total;
  private final Map<TableId, Lane> beginnings = new HashMap<>();
  private List<Lane> lanes = List.of();
  private long saidRows;
  private double saidAt;

  /**
   * Begins now.
   *
   * @param sizes rows of each table
   */
  Progress(Map<TableId, Long> sizes) {
    this.sizes = sizes;
    this.total = sizes.values().stream().mapToLong(Long::longValue).sum();
  }

  /** What the ledger says now. */
  void saw(List<Lane> now) {
    lanes = now;
    for (Lane lane : now) {
      Lane beginning = beginnings.get(lane.table());
      if (beginning == null) {
        beginnings.put(lane.table(), none(lane));
      } else if (beginning.generation() != lane.generation()) {
        // Read again from its first row.
        beginnings.put(lane.table(), lane);
      }
    }
  }

  private static Lane none(Lane lane) {
    return new Lane(
        lane.table(), lane.topic(), 0, 0, lane.generation(), false, false, lane.lastError());
  }

  /** Rows of the snapshot that are on the target; changes may make it a little more. */
  long rows() {
    return lanes.stream().mapToLong(this::rows).sum();
  }

  private long rows(Lane lane) {
    long size = sizes.getOrDefault(lane.table(), 0L);
    long applied = lane.rowsApplied() - beginnings.get(lane.table()).rowsApplied();
    return lane.snapshotDone() ? size : Math.min(size, applied);
  }

  long total() {
    return total;
  }

  double seconds() {
    return (System.nanoTime() - began) / 1e9;
  }

  /** A line for people; the rate is that since the line before. */
  String line() {
    long rows = rows();
    double now = seconds();
    double rate = Math.max(0, rows - saidRows) / Math.max(0.001, now - saidAt);
    saidRows = rows;
    saidAt = now;
    return String.format(
        Locale.ROOT,
        "%5.0f s  %,d of %,d rows  %3d %%  %,7.0f rows/s  %s  %d of %d tables",
        now,
        rows,
        total,
        total == 0 ? 100 : 100 * rows / total,
        rate,
        left(rows, now),
        lanes.stream().filter(Lane::snapshotDone).count(),
        sizes.size());
  }

  /** Nothing is promised before one percent is there. */
  private String left(long rows, double now) {
    return rows * 100 < total
        ? "ETA    -"
        : String.format(Locale.ROOT, "ETA %3.0f s", (total - rows) * now / Math.max(1, rows));
  }
}
