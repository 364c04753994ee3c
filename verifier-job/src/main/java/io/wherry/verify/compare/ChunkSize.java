package io.wherry.verify.compare;

/**
 * How many rows the next chunk of a table takes: so many that reading one lasts about half a
 * second. Written by any thread that has read a chunk, read by the planner.
 */
final class ChunkSize {
  private static final long BYTES = 8 << 20;
  private static final long MOST = 50_000;
  private static final long FEWEST = 20;
  private static final double SECONDS = 0.5;

  private final long most;
  private long rows;

  /** Begins with what the average row suggests. */
  ChunkSize(long rowBytes) {
    this.most = Math.max(FEWEST, Math.min(MOST, BYTES / Math.max(1, rowBytes)));
    // The average may be a guess from a time when the table was empty: begin small.
    this.rows = Math.min(most, 2_000);
  }

  synchronized long rows() {
    return rows;
  }

  /** Takes into account how long a chunk of a known size took. */
  synchronized void took(long read, double seconds) {
    if (seconds > 2 * SECONDS) {
      rows = Math.max(FEWEST, rows / 2);
    } else if (seconds < SECONDS && read >= rows / 2) {
      rows = Math.min(most, rows * 2);
    }
  }
}
