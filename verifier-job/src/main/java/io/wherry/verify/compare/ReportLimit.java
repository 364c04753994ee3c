package io.wherry.verify.compare;

import java.util.concurrent.atomic.AtomicLong;

/** How many differing rows of one table may still be named; shared by all threads on the table. */
final class ReportLimit {
  private final AtomicLong left;

  ReportLimit(long most) {
    this.left = new AtomicLong(most);
  }

  /** Takes as many as wanted, or as are left. */
  long take(long wanted) {
    long before = left.getAndUpdate(l -> l - Math.min(l, wanted));
    return Math.min(before, wanted);
  }
}
