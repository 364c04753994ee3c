package io.wherry.source;

import java.util.concurrent.TimeUnit;

/** Spreads rows over time so that no more than a given number a second are read, on all threads. */
final class Pace {
  private final double nanosPerRow;
  private long free = System.nanoTime();

  /**
   * @param rowsPerSecond 0 for no bound
   */
  Pace(long rowsPerSecond) {
    nanosPerRow = rowsPerSecond == 0 ? 0 : 1e9 / rowsPerSecond;
  }

  /** Waits until the rows read so far are within the bound again. */
  void read(int rows) throws InterruptedException {
    if (nanosPerRow > 0) {
      TimeUnit.NANOSECONDS.sleep(reserve((long) (rows * nanosPerRow)));
    }
  }

  private synchronized long reserve(long nanos) {
    long now = System.nanoTime();
    free = Math.max(free, now) + nanos;
    return free - now;
  }
}
