package io.wherry.source.reconcile;

import io.wherry.common.model.Columns;
import io.wherry.common.model.GtidSet;
import io.wherry.common.model.Position;
import io.wherry.common.model.TableId;
import io.wherry.common.wire.Batch;
import io.wherry.common.wire.BatchEncoder;
import io.wherry.common.wire.BatchKind;
import io.wherry.common.wire.EntryWriter;
import io.wherry.common.wire.Payload;
import io.wherry.common.wire.Span;
import io.wherry.common.wire.Stamp;
import io.wherry.source.tail.Change;

/**
 * The output of one table: stamps its batches without a gap and packs its changes. Guarded by the
 * reconciler's lock.
 */
final class Lane {
  /** A batch is closed at this size; one more row may follow, and only a large one makes pieces. */
  private static final int FULL = BatchEncoder.MAX_DATA * 7 / 8;

  private final TableId table;
  private final String run;
  private Position runStart;
  private GtidSet from;
  private long generation;
  private boolean gone;
  private long number;

  private Columns columns;
  private EntryWriter buffer;
  private Transaction last;
  private long rowSequence;

  private long loggedTo;
  private long loggedAtNanos;

  Lane(TableId table, String run, Position runStart) {
    this.table = table;
    this.run = run;
    this.runStart = runStart;
  }

  TableId table() {
    return table;
  }

  /**
   * The table is (again) at the beginning of this generation; its definition holds {@code from}.
   */
  void begin(long newGeneration, GtidSet newFrom) {
    generation = newGeneration;
    from = newFrom;
  }

  /**
   * The position of this lane when the tail is at {@code complete}: further where the definition or
   * the pinned view already holds transactions the tail has yet to come to.
   */
  Position here(Position complete) {
    if (from.isSubsetOf(complete.gtids())) {
      return complete;
    }
    return new Position(complete.gtids().plusAll(from), complete.file(), complete.offset());
  }

  GtidSet from() {
    return from;
  }

  long generation() {
    return generation;
  }

  /** Whether changes of this transaction are in the definition or the pinned view already. */
  boolean holds(Transaction transaction) {
    return from.contains(transaction.gtid());
  }

  /** Changes count no more until the table's DROP or CREATE comes: the table is gone by now. */
  void ignoreUntilDropped() {
    gone = true;
  }

  void dropped() {
    gone = false;
  }

  boolean ignores(Transaction transaction) {
    return gone || holds(transaction);
  }

  /** Whether changes with this column list fit into the open batch. */
  boolean accepts(Columns of) {
    return buffer == null || columns == of || columns.equals(of);
  }

  void add(Transaction transaction, Columns of, Change change) {
    if (last == null || last.sequence() != transaction.sequence()) {
      rowSequence = 0;
      if (buffer != null) {
        buffer.transaction(transaction.gtid(), 0);
      }
    }
    if (buffer == null) {
      columns = of;
      buffer = new EntryWriter(of);
      buffer.transaction(transaction.gtid(), rowSequence);
    }
    last = transaction;
    rowSequence++;
    write(change);
  }

  private void write(Change change) {
    if (change.before() == null) {
      buffer.insert(change.after());
    } else if (change.after() == null) {
      buffer.delete(change.before());
    } else {
      buffer.update(change.before(), change.after());
    }
  }

  int bufferedBytes() {
    return buffer == null ? 0 : buffer.size();
  }

  boolean full() {
    return bufferedBytes() >= FULL;
  }

  /**
   * Closes the open batch.
   *
   * @param complete the last complete transaction's position
   * @param open the transaction the tail is in the middle of, or null
   */
  Batch flush(Position complete, Transaction open) {
    boolean partial = open != null && last != null && last.sequence() == open.sequence();
    Span span =
        partial
            ? new Span(null, here(complete), open.gtid(), rowSequence)
            : Span.at(here(complete));
    Payload payload =
        new Payload(columns, buffer.rows(), buffer.toByteArray(), last.timeMs(), false);
    buffer = null;
    return stamp(BatchKind.CHANGES, span, payload);
  }

  /** Gives a batch its place in the lane. */
  Batch stamp(BatchKind kind, Span span, Payload payload) {
    Span whole = runStart == null ? span : span.continuing(runStart);
    runStart = null;
    Batch batch = new Batch(kind, table, new Stamp(run, number, generation), whole, payload);
    int pieces = (payload.data().length + BatchEncoder.MAX_DATA - 1) / BatchEncoder.MAX_DATA;
    number += Math.max(1, pieces);
    return batch;
  }

  /** A record with the log's offset says that the lane holds everything up to this transaction. */
  void logged(long sequence, long nowNanos) {
    loggedTo = sequence;
    loggedAtNanos = nowNanos;
  }

  long loggedTo() {
    return loggedTo;
  }

  long silentNanos(long nowNanos) {
    return nowNanos - loggedAtNanos;
  }
}
