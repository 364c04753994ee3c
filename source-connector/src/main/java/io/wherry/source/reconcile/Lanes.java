package io.wherry.source.reconcile;

import io.wherry.common.model.Columns;
import io.wherry.common.model.GtidSet;
import io.wherry.common.model.Position;
import io.wherry.common.model.TableId;
import io.wherry.common.wire.Batch;
import io.wherry.common.wire.BatchKind;
import io.wherry.common.wire.Payload;
import io.wherry.common.wire.Span;
import io.wherry.source.offsets.Partitions;
import io.wherry.source.offsets.TableOffset;
import io.wherry.source.tail.Change;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * All lanes of a run, where the tail stands, and the records that are ready. Knows which log offset
 * each record may carry. Guarded by the reconciler's lock.
 */
final class Lanes {
  private static final long MANY_LANES = 200;

  private final Run run;
  private final Partitions partitions;
  private final Runnable filled;
  private final Outbox out = new Outbox();
  private final Checkpoints checkpoints;
  private final Map<TableId, Lane> byTable = new TreeMap<>();

  private Position complete;
  private long sequence;
  private Transaction open;
  private long buffered;
  private Position stored;
  private long storedAtNanos = System.nanoTime();

  /**
   * @param filled told when a record is ready
   */
  Lanes(Run run, Partitions partitions, Runnable filled) {
    this.run = run;
    this.partitions = partitions;
    this.filled = filled;
    this.complete = run.start();
    this.stored = run.start();
    this.checkpoints = new Checkpoints(run.start());
  }

  Run run() {
    return run;
  }

  /** Just behind the last complete transaction. */
  Position complete() {
    return complete;
  }

  /** The transaction the tail is in the middle of, or null. */
  Transaction open() {
    return open;
  }

  /** Everything the tail has come to, the open transaction included. */
  GtidSet seen() {
    return open == null ? complete.gtids() : complete.gtids().plus(open.gtid());
  }

  /** The sequence of the open transaction, or of the next one. */
  long nextSequence() {
    return open == null ? sequence + 1 : open.sequence();
  }

  void begin(String gtid, long commitTimeMs) {
    open = new Transaction(sequence + 1, gtid, commitTimeMs);
  }

  void commit(Position end) {
    sequence = open.sequence();
    open = null;
    complete = end;
  }

  void idle(Position at) {
    complete = at;
  }

  Outbox out() {
    return out;
  }

  /** Bytes of changes that wait in open batches. */
  long buffered() {
    return buffered;
  }

  Collection<Lane> all() {
    return byTable.values();
  }

  Lane find(TableId table) {
    return byTable.get(table);
  }

  /** The lane of a table, made if there is none. */
  Lane of(TableId table) {
    return byTable.computeIfAbsent(
        table,
        t -> {
          Lane lane = new Lane(t, run.id(), run.start());
          lane.logged(sequence, System.nanoTime());
          return lane;
        });
  }

  /** A change of the open transaction. */
  void add(Lane lane, Columns columns, Change change) {
    if (!lane.accepts(columns)) {
      flush(lane);
    }
    int before = lane.bufferedBytes();
    lane.add(open, columns, change);
    buffered += lane.bufferedBytes() - before;
    if (lane.full()) {
      flush(lane);
    }
  }

  /** Hands over what a lane has buffered; the log offset does not move. */
  void flush(Lane lane) {
    int bytes = lane.bufferedBytes();
    if (bytes > 0) {
      buffered -= bytes;
      emitLogged(lane, lane.flush(complete, open));
    }
  }

  /** Hands over what all lanes have buffered; between transactions the log offset moves up. */
  void flushAll() {
    byTable.values().forEach(this::flush);
    if (open == null) {
      checkpoints.mark(sequence, complete);
      checkpoints.allLanesAt(byTable.values().stream().mapToLong(Lane::loggedTo).min().orElse(0));
    }
  }

  /** Tells lanes that were silent for a while how far the log has moved past them. */
  void emitProgress() {
    long now = System.nanoTime();
    long period = TimeUnit.SECONDS.toNanos(byTable.size() > MANY_LANES ? 10 : 1);
    for (Lane lane : List.copyOf(byTable.values())) {
      if (lane.loggedTo() < sequence && lane.silentNanos(now) >= period) {
        progress(lane);
      }
    }
    boolean behind = checkpoints.handed() != stored && now - storedAtNanos >= period;
    if (behind && !byTable.isEmpty()) {
      progress(byTable.values().iterator().next());
    }
  }

  private void progress(Lane lane) {
    emitLogged(lane, lane.stamp(BatchKind.PROGRESS, here(lane), Payload.empty()));
  }

  /** A DDL statement that leaves the table's own offset alone. */
  void emitStatement(Lane lane, Payload payload) {
    emitLogged(lane, lane.stamp(BatchKind.SCHEMA, here(lane), payload));
  }

  private void emitLogged(Lane lane, Batch batch) {
    emit(new LaneRecord(batch, partitions.log(), run.logOffset(checkpoints.handed())));
    stored = checkpoints.handed();
    storedAtNanos = System.nanoTime();
    lane.logged(sequence, storedAtNanos);
  }

  /** A record that moves the table's own offset. */
  void emitTabled(Lane lane, BatchKind kind, Payload payload, TableOffset offset) {
    Batch batch = lane.stamp(kind, here(lane), payload);
    emit(new LaneRecord(batch, partitions.table(lane.table()), offset.toMap()));
  }

  void emitRows(Lane lane, Rows rows, TableOffset offset) {
    for (Rows.Part part : rows.parts(offset)) {
      emitTabled(lane, BatchKind.ROWS, part.payload(), part.offset());
    }
  }

  private Span here(Lane lane) {
    return Span.at(lane.here(complete));
  }

  private void emit(LaneRecord record) {
    out.add(record);
    filled.run();
  }
}
