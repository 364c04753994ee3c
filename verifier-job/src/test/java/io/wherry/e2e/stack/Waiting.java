package io.wherry.e2e.stack;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for what other processes do: by asking again, with a limit and a name for the message. */
public final class Waiting {
  private Waiting() {}

  /** Asks every 100 ms. */
  public static void until(String what, Duration limit, BooleanSupplier done) {
    long end = System.nanoTime() + limit.toNanos();
    while (!done.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("after " + limit.toSeconds() + " s still not: " + what);
      }
      pause(100);
    }
  }

  public static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
