package io.wherry.e2e.demo;

import io.wherry.e2e.stack.Ledger.Lane;
import java.util.List;
import java.util.Locale;

/**
 * Tells how far the snapshot is: rows, rows a second, time left. Keeps what it said last. Belongs
 * to one thread.
 */
final class Progress {
  private final long began = System.nanoTime();
  private final long total;
  private final int tables;
  private long saidRows;
  private double saidAt;

  Progress(long total, int tables) {
    this.total = total;
    this.tables = tables;
  }

  static long rows(List<Lane> lanes) {
    return lanes.stream().mapToLong(Lane::rowsApplied).sum();
  }

  double seconds() {
    return (System.nanoTime() - began) / 1e9;
  }

  /** A line for people; the rate is that since the line before. */
  String line(List<Lane> lanes) {
    long rows = rows(lanes);
    double now = seconds();
    double rate = Math.max(0, rows - saidRows) / Math.max(0.001, now - saidAt);
    saidRows = rows;
    saidAt = now;
    long done = lanes.stream().filter(Lane::snapshotDone).count();
    return String.format(
        Locale.ROOT,
        "%5.0f s  %,d of %,d rows  %3d %%  %,7.0f rows/s  %s  %d of %d tables",
        now,
        Math.min(rows, total),
        total,
        share(rows),
        rate,
        left(rows, now),
        done,
        tables);
  }

  private long share(long rows) {
    return total == 0 ? 100 : Math.min(100, 100 * rows / total);
  }

  /** Nothing is promised before one percent is there. */
  private String left(long rows, double now) {
    if (rows * 100 < total) {
      return "ETA    -";
    }
    double seconds = Math.max(0, total - rows) * now / Math.max(1, rows);
    return String.format(Locale.ROOT, "ETA %3.0f s", seconds);
  }
}
