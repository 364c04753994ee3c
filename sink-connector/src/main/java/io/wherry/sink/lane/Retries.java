package io.wherry.sink.lane;

import java.util.concurrent.atomic.LongAdder;

/** How often the lanes of a task had to try something again. Any thread may count and read. */
public final class Retries {
  private final LongAdder count = new LongAdder();

  void increment() {
    count.increment();
  }

  public long count() {
    return count.sum();
  }
}
