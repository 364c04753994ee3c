package io.wherry.sink.lane;

import io.wherry.common.mysql.SqlFailure;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How long a lane waits before it tries again: longer each time, never twice the same. Used by the
 * worker that runs the lane.
 */
final class Backoff {
  private static final long FIRST_MS = 50;
  private static final long LONGEST_MS = 10_000;
  private static final long PERSON_MS = 5_000;
  private static final long WARN_EVERY_MS = 60_000;

  private final LongSupplier nanos;
  private int attempts;
  private long since;
  private long warned;

  Backoff(LongSupplier nanos) {
    this.nanos = nanos;
  }

  int attempts() {
    return attempts;
  }

  /** Time since the first failure in a row. */
  Duration failing() {
    return attempts == 0 ? Duration.ZERO : Duration.ofNanos(nanos.getAsLong() - since);
  }

  /** Counts a failure and returns the pause before the next try, in milliseconds. */
  long failed(SqlFailure kind) {
    if (attempts == 0) {
      since = nanos.getAsLong();
    }
    long longest = Math.min(LONGEST_MS, FIRST_MS << Math.min(attempts, 10));
    attempts++;
    long base = kind == SqlFailure.WAIT_FOR_PERSON ? Math.max(PERSON_MS, longest) : longest;
    return base / 2 + ThreadLocalRandom.current().nextLong(base / 2 + 1);
  }

  /** Whether it is time to say so again: the first failure, then once a minute. */
  boolean dueToWarn() {
    long now = nanos.getAsLong();
    if (attempts > 1 && now - warned < TimeUnit.MILLISECONDS.toNanos(WARN_EVERY_MS)) {
      return false;
    }
    warned = now;
    return true;
  }

  void succeeded() {
    attempts = 0;
  }
}
