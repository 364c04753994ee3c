package io.wherry.source.reconcile;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Records ready for Connect, in the order they must be sent. Guarded by the reconciler's lock. */
final class Outbox {
  private static final int ONE_POLL_BYTES = 4 << 20;

  private final Deque<LaneRecord> records = new ArrayDeque<>();
  private long bytes;

  void add(LaneRecord record) {
    records.addLast(record);
    bytes += record.batch().payload().data().length;
  }

  boolean isEmpty() {
    return records.isEmpty();
  }

  long bytes() {
    return bytes;
  }

  /** Takes records of about four megabytes, at least one. */
  List<LaneRecord> take() {
    List<LaneRecord> taken = new ArrayList<>();
    long size = 0;
    while (!records.isEmpty() && size < ONE_POLL_BYTES) {
      LaneRecord record = records.removeFirst();
      size += record.batch().payload().data().length;
      taken.add(record);
    }
    bytes -= size;
    return taken;
  }
}
