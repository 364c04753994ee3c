package io.wherry.source.reconcile;

import io.wherry.common.model.Columns;
import io.wherry.common.model.GtidSet;
import io.wherry.common.model.Position;
import io.wherry.common.model.Row;
import io.wherry.common.model.RowKey;
import io.wherry.common.model.TableId;
import io.wherry.common.wire.Batch;
import io.wherry.common.wire.BatchKind;
import io.wherry.common.wire.Payload;
import io.wherry.common.wire.Span;
import io.wherry.source.offsets.Partitions;
import io.wherry.source.offsets.TableOffset;
import io.wherry.source.snapshot.Chunk;
import io.wherry.source.snapshot.Range;
import io.wherry.source.snapshot.TableInfo;
import io.wherry.source.tail.Change;
import io.wherry.source.tail.Statement;
import io.wherry.source.tail.TailListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Joins the tail and the snapshot of every table into one order a lane. One lock guards all state;
 * tail thread, chunk readers and the task thread meet here and nowhere else.
 *
 * <p><b>Invariant.</b> At every record of a lane, the rows that the lane has released so far are
 * rows of the source exactly as they stood at the record's position: a subset of the table until
 * its snapshot is complete, the table afterwards. It holds because
 *
 * <ul>
 *   <li>every change of the table is emitted, in log order, from the run's start on, whether its
 *       chunk was read or not, and carries full images;
 *   <li>a chunk is emitted between two transactions, when the tail has passed the chunk's high
 *       mark: no transaction the read saw is still to come, so the chunk holds nothing from the
 *       future;
 *   <li>it is emitted less every key, before and after image, of every transaction the tail has
 *       seen that is not in the chunk's low mark: those rows may be older than what the lane said
 *       already. What is left was last changed by a transaction the read saw and the tail has
 *       passed, so it is the row as it stands at the emission.
 * </ul>
 *
 * <p>DDL at any place drops every chunk that was read and not emitted, so a chunk is always of the
 * definition that is in force where it is emitted.
 */
public final class Reconciler implements TailListener {
  /** Rows waiting in lanes and in the outbox; beyond it the tail and the readers wait. */
  static final long MAX_WAITING_BYTES = 32L << 20;

  private static final long MANY_LANES = 200;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition taken = lock.newCondition();
  private final Condition filled = lock.newCondition();

  private final Run run;
  private final Partitions partitions;
  private final Ddls ddls;
  private final Outbox out = new Outbox();
  private final Checkpoints checkpoints;
  private final Map<TableId, Lane> lanes = new TreeMap<>();
  private final Map<TableId, TableSnapshot> snapshots = new TreeMap<>();

  private Position complete;
  private long sequence;
  private Transaction open;
  private long buffered;
  private long held;
  private boolean flushWanted;
  private Position stored;
  private long storedAtNanos = System.nanoTime();
  private RuntimeException failure;

  /**
   * @param run its name and where the tail begins
   * @param partitions names of the offsets
   * @param history tells of tables that no lane was added for
   */
  public Reconciler(Run run, Partitions partitions, LaneHistory history) {
    this.run = run;
    this.partitions = partitions;
    this.complete = run.start();
    this.stored = run.start();
    this.checkpoints = new Checkpoints(run.start());
    this.ddls = new Ddls(this, history);
  }

  // ---- set up, by the run's thread, before the tail starts ----

  /** A lane whose snapshot is complete: nothing but changes. */
  public void addLive(TableId table, TableOffset offset) {
    locked(() -> lane(table).begin(offset.generation(), offset.from()));
  }

  /** A lane whose snapshot goes on behind the last row released. */
  public void addResumed(TableInfo info, TableOffset offset) {
    locked(
        () -> {
          Lane lane = lane(info.id());
          lane.begin(offset.generation(), offset.from());
          snapshots.put(info.id(), new TableSnapshot(lane, info, offset.key(), complete.gtids()));
        });
  }

  /**
   * A lane whose table is read from its beginning; its definition goes out first.
   *
   * @param before how far an earlier run was with it, empty if nothing is known
   */
  public void addFresh(Definition definition, Optional<TableOffset> before) {
    locked(() -> startOver(definition, before));
  }

  /**
   * Rows of a table without a key, from its pinned view; all of them go out before the tail starts.
   */
  public void keylessRows(TableInfo info, List<Row> rows) throws InterruptedException {
    lock.lock();
    try {
      awaitTailRoom();
      Lane lane = lane(info.id());
      TableOffset begun = TableOffset.begun(lane.generation(), lane.from());
      emitRows(lane, new Rows(info.columns(), rows, false), begun);
    } finally {
      lock.unlock();
    }
  }

  /** The last row of a table without a key went out. */
  public void keylessDone(TableInfo info) {
    locked(
        () -> {
          Lane lane = lane(info.id());
          TableOffset done = TableOffset.begun(lane.generation(), lane.from()).completed();
          emitRows(lane, new Rows(info.columns(), List.of(), true), done);
        });
  }

  // ---- the chunk readers ----

  /** The tables whose next window may be planned, in order. */
  public List<SnapshotPlan> plans() {
    lock.lock();
    try {
      List<SnapshotPlan> plans = new ArrayList<>();
      for (TableSnapshot snapshot : snapshots.values()) {
        if (snapshot.plan() != null) {
          plans.add(snapshot.plan());
        }
      }
      return plans;
    } finally {
      lock.unlock();
    }
  }

  /** Tables whose snapshot is not complete. */
  public int snapshotsLeft() {
    lock.lock();
    try {
      return snapshots.size();
    } finally {
      lock.unlock();
    }
  }

  /** A table's columns were read anew in this attempt. */
  public void refreshed(SnapshotPlan plan, TableInfo info) {
    locked(
        () -> {
          TableSnapshot snapshot = snapshots.get(plan.table());
          if (snapshot != null) {
            snapshot.refreshed(plan.attempt(), info);
          }
        });
  }

  /**
   * Opens a window; its low mark must be read after this call. Waits while too many rows wait for
   * Connect.
   *
   * @return null if DDL has made the plan worthless
   */
  public Window open(SnapshotPlan plan, Range range) throws InterruptedException {
    lock.lock();
    try {
      awaitReaderRoom();
      TableSnapshot snapshot = snapshots.get(plan.table());
      return snapshot == null ? null : snapshot.open(plan.attempt(), range, nextSequence());
    } finally {
      lock.unlock();
    }
  }

  /**
   * Hands a chunk in. It is released here if the tail has passed it already.
   *
   * @return the window to read next: the same one where the read was too early, the rest of the
   *     range where the reader stopped early; else null
   */
  public Window deliver(Window window, Chunk chunk) {
    lock.lock();
    try {
      Window rest = null;
      if (snapshots.get(window.owner().lane().table()) == window.owner()) {
        rest = window.owner().deliver(window, chunk, nextSequence());
        held += window.chunk() == null ? 0 : bytes(chunk);
        releaseChunks();
      }
      return rest;
    } finally {
      lock.unlock();
    }
  }

  /** Whether a window is still wanted: no DDL has made it void. */
  public boolean isOpen(Window window) {
    lock.lock();
    try {
      return snapshots.get(window.owner().lane().table()) == window.owner()
          && window.owner().holds(window);
    } finally {
      lock.unlock();
    }
  }

  private static long bytes(Chunk chunk) {
    return chunk.rows().stream().mapToLong(Row::bytes).sum();
  }

  private long nextSequence() {
    return open == null ? sequence + 1 : open.sequence();
  }

  // ---- the tail ----

  @Override
  public void begin(String gtid, long commitTimeMs) {
    locked(() -> open = new Transaction(sequence + 1, gtid, commitTimeMs));
  }

  @Override
  public void change(TableId table, Columns columns, Change change) throws InterruptedException {
    lock.lock();
    try {
      awaitTailRoom();
      Lane lane = ddls.known(table).orElseThrow(() -> ddls.unknownTable(table));
      if (lane.ignores(open)) {
        return;
      }
      noteKeys(table, columns, change);
      if (!lane.accepts(columns)) {
        flush(lane);
      }
      int before = lane.bufferedBytes();
      lane.add(open, columns, change);
      buffered += lane.bufferedBytes() - before;
      if (lane.full()) {
        flush(lane);
      }
    } finally {
      lock.unlock();
    }
  }

  private void noteKeys(TableId table, Columns columns, Change change) {
    TableSnapshot snapshot = snapshots.get(table);
    if (snapshot == null) {
      return;
    }
    if (change.before() != null) {
      snapshot.changed().add(RowKey.of(change.before(), columns), open);
    }
    if (change.after() != null) {
      snapshot.changed().add(RowKey.of(change.after(), columns), open);
    }
  }

  @Override
  public void statement(Statement statement) {
    locked(() -> ddls.apply(statement));
  }

  @Override
  public void commit(Position end) {
    locked(
        () -> {
          sequence = open.sequence();
          open = null;
          complete = end;
          releaseChunks();
          if (flushWanted) {
            flushAll();
          }
        });
  }

  @Override
  public void idle(Position at) {
    locked(
        () -> {
          complete = at;
          releaseChunks();
        });
  }

  @Override
  public void failed(RuntimeException cause) {
    locked(
        () -> {
          failure = failure == null ? cause : failure;
          filled.signalAll();
        });
  }

  // ---- the task thread ----

  /**
   * The next records, at most a few megabytes; empty if there are none within the wait.
   *
   * @throws RuntimeException what the tail or a reader failed with, after the records before it
   */
  public List<LaneRecord> take(long waitMs) throws InterruptedException {
    lock.lock();
    try {
      long left = TimeUnit.MILLISECONDS.toNanos(waitMs);
      while (out.isEmpty()) {
        askForFlush();
        if (!out.isEmpty() || left <= 0) {
          break;
        }
        if (failure != null) {
          throw failure;
        }
        left = filled.awaitNanos(left);
      }
      List<LaneRecord> records = out.take();
      taken.signalAll();
      return records;
    } finally {
      lock.unlock();
    }
  }

  private void askForFlush() {
    if (open == null) {
      flushAll();
      emitProgress();
    } else {
      flushWanted = true;
    }
  }

  // ---- with the lock held ----

  Run run() {
    return run;
  }

  Position complete() {
    return complete;
  }

  Transaction open() {
    return open;
  }

  Map<TableId, Lane> lanes() {
    return lanes;
  }

  Lane lane(TableId table) {
    return lanes.computeIfAbsent(
        table,
        t -> {
          Lane lane = new Lane(t, run.id(), run.start());
          lane.logged(sequence, System.nanoTime());
          return lane;
        });
  }

  Map<TableId, TableSnapshot> snapshots() {
    return snapshots;
  }

  /** Hands over what a lane has buffered; the log offset does not move. */
  void flush(Lane lane) {
    int bytes = lane.bufferedBytes();
    if (bytes == 0) {
      return;
    }
    buffered -= bytes;
    emitLogged(lane, lane.flush(complete, open));
  }

  private void flushAll() {
    flushWanted = false;
    lanes.values().forEach(this::flush);
    if (open == null) {
      checkpoints.mark(sequence, complete);
      checkpoints.allLanesAt(lanes.values().stream().mapToLong(Lane::loggedTo).min().orElse(0));
    }
  }

  private void emitLogged(Lane lane, Batch batch) {
    emit(new LaneRecord(batch, partitions.log(), run.logOffset(checkpoints.handed())));
    stored = checkpoints.handed();
    storedAtNanos = System.nanoTime();
    lane.logged(sequence, storedAtNanos);
  }

  /** A record that moves the table's own offset. */
  void emitTabled(Lane lane, Batch batch, TableOffset offset) {
    emit(new LaneRecord(batch, partitions.table(lane.table()), offset.toMap()));
  }

  void emitStatement(Lane lane, Payload payload) {
    emitLogged(lane, lane.stamp(BatchKind.SCHEMA, Span.at(lane.here(complete)), payload));
  }

  private void emit(LaneRecord record) {
    out.add(record);
    filled.signalAll();
  }

  private void emitProgress() {
    long now = System.nanoTime();
    long period = TimeUnit.SECONDS.toNanos(lanes.size() > MANY_LANES ? 10 : 1);
    for (Lane lane : lanes.values()) {
      if (lane.loggedTo() < sequence && lane.silentNanos(now) >= period) {
        progress(lane);
      }
    }
    if (checkpoints.handed() != stored && now - storedAtNanos >= period && !lanes.isEmpty()) {
      progress(lanes.values().iterator().next());
    }
  }

  private void progress(Lane lane) {
    emitLogged(lane, lane.stamp(BatchKind.PROGRESS, Span.at(lane.here(complete)), Payload.empty()));
  }

  private void releaseChunks() {
    if (open != null || snapshots.isEmpty()) {
      return;
    }
    for (TableSnapshot snapshot : List.copyOf(snapshots.values())) {
      Window head = snapshot.head();
      while (head != null && passed(head.chunk())) {
        release(snapshot, head.chunk());
        head = snapshot.head();
      }
    }
  }

  private boolean passed(Chunk chunk) {
    return complete.reached(chunk.highFile(), chunk.highOffset());
  }

  private void release(TableSnapshot snapshot, Chunk chunk) {
    Lane lane = snapshot.lane();
    flush(lane);
    List<Row> rows = snapshot.release();
    held -= bytes(chunk);
    boolean done = snapshot.complete();
    TableOffset offset = TableOffset.begun(lane.generation(), lane.from());
    offset = done ? offset.completed() : offset.readTo(chunk.range().upTo());
    if (done || !rows.isEmpty()) {
      emitRows(lane, new Rows(snapshot.info().columns(), rows, done), offset);
    }
    if (done) {
      snapshots.remove(lane.table());
    }
    taken.signalAll();
  }

  private void emitRows(Lane lane, Rows rows, TableOffset offset) {
    for (Rows.Part part : rows.parts(offset)) {
      emitTabled(
          lane,
          lane.stamp(BatchKind.ROWS, Span.at(lane.here(complete)), part.payload()),
          part.offset());
    }
  }

  void startOver(Definition definition, Optional<TableOffset> before) {
    ddls.begin(definition, before);
    TableInfo info = definition.info();
    if (info.keyIndex() != null) {
      snapshots.put(info.id(), new TableSnapshot(lane(info.id()), info, null, seen()));
    }
  }

  private GtidSet seen() {
    return open == null ? complete.gtids() : complete.gtids().plus(open.gtid());
  }

  /** Drops what was read of a table and not released; its rows are read again. */
  void discard(TableSnapshot snapshot) {
    held -= snapshot.heldChunks().stream().mapToLong(Reconciler::bytes).sum();
    snapshot.discard(seen());
    taken.signalAll();
  }

  /** The tail must not wait for held chunks: only the tail's progress releases them. */
  private void awaitTailRoom() throws InterruptedException {
    if (buffered > MAX_WAITING_BYTES / 2) {
      flushAll();
    }
    while (out.bytes() > MAX_WAITING_BYTES) {
      taken.await();
    }
  }

  private void awaitReaderRoom() throws InterruptedException {
    while (out.bytes() + held > MAX_WAITING_BYTES) {
      taken.await();
    }
  }

  private void locked(Runnable action) {
    lock.lock();
    try {
      action.run();
    } finally {
      lock.unlock();
    }
  }
}
