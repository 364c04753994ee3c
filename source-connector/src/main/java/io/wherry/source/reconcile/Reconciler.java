package io.wherry.source.reconcile;

import io.wherry.common.model.Columns;
import io.wherry.common.model.Position;
import io.wherry.common.model.Row;
import io.wherry.common.model.TableId;
import io.wherry.source.offsets.Partitions;
import io.wherry.source.offsets.TableOffset;
import io.wherry.source.snapshot.Chunk;
import io.wherry.source.snapshot.Range;
import io.wherry.source.snapshot.TableInfo;
import io.wherry.source.tail.Change;
import io.wherry.source.tail.Statement;
import io.wherry.source.tail.TailListener;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

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
  static final long MAX_WAITING_BYTES = 16L << 20;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition taken = lock.newCondition();
  private final Condition filled = lock.newCondition();

  private final Lanes lanes;
  private final Ddls ddls;
  private final Map<TableId, TableSnapshot> snapshots = new TreeMap<>();
  private long held;
  private boolean flushWanted;
  private RuntimeException failure;

  /**
   * A reconciler without lanes.
   *
   * @param run its name and where the tail begins
   * @param partitions names of the offsets
   * @param history tells of tables that no lane was added for
   */
  public Reconciler(Run run, Partitions partitions, LaneHistory history) {
    this.lanes = new Lanes(run, partitions, filled::signalAll);
    this.ddls = new Ddls(lanes, this, history);
  }

  /** A lane whose snapshot is complete: nothing but changes. */
  public void addLive(TableId table, TableOffset offset) {
    locked(() -> lanes.of(table).begin(offset.generation(), offset.from()));
  }

  /** A lane whose snapshot goes on behind the last row released. */
  public void addResumed(TableInfo info, TableOffset offset) {
    locked(
        () -> {
          Lane lane = lanes.of(info.id());
          lane.begin(offset.generation(), offset.from());
          snapshots.put(
              info.id(), new TableSnapshot(lane, info, offset.key(), lanes.complete().gtids()));
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

  /** Rows of a table without a key, from its pinned view; all go out before the tail starts. */
  public void keylessRows(TableInfo info, List<Row> rows) throws InterruptedException {
    lock.lock();
    try {
      awaitTailRoom();
      Lane lane = lanes.of(info.id());
      TableOffset begun = TableOffset.begun(lane.generation(), lane.from());
      lanes.emitRows(lane, new Rows(info, rows, false), begun);
    } finally {
      lock.unlock();
    }
  }

  /** The last row of a table without a key went out. */
  public void keylessDone(TableInfo info) {
    locked(
        () -> {
          Lane lane = lanes.of(info.id());
          TableOffset done = TableOffset.begun(lane.generation(), lane.from()).completed();
          lanes.emitRows(lane, new Rows(info, List.of(), true), done);
        });
  }

  /** The tables whose next window may be planned, in order. */
  public List<SnapshotPlan> plans() {
    return locked(
        () ->
            snapshots.values().stream().map(TableSnapshot::plan).filter(Objects::nonNull).toList());
  }

  /** Tables whose snapshot is not complete. */
  public int snapshotsLeft() {
    return locked(snapshots::size);
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
   * Opens a window; its low mark must be read after this call.
   *
   * @return null if DDL has made the plan worthless
   */
  public Window open(SnapshotPlan plan, Range range) {
    return locked(
        () -> {
          TableSnapshot snapshot = snapshots.get(plan.table());
          return snapshot == null
              ? null
              : snapshot.open(plan.attempt(), range, lanes.nextSequence());
        });
  }

  /**
   * Waits while too many rows wait, unless the window is the next its table releases: only it makes
   * room for those behind it.
   */
  public void awaitRoom(Window window) throws InterruptedException {
    lock.lock();
    try {
      long out = lanes.out().bytes();
      while (out > MAX_WAITING_BYTES
          || out + held > MAX_WAITING_BYTES && !window.owner().isNext(window)) {
        taken.await();
        out = lanes.out().bytes();
      }
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
    return locked(
        () -> {
          if (snapshots.get(window.owner().lane().table()) != window.owner()) {
            return null;
          }
          Window rest = window.owner().deliver(window, chunk, lanes.nextSequence());
          held += window.chunk() == null ? 0 : bytes(chunk);
          releaseChunks();
          return rest;
        });
  }

  /** Whether a window is still wanted: no DDL has made it void. */
  public boolean isOpen(Window window) {
    return locked(
        () ->
            snapshots.get(window.owner().lane().table()) == window.owner()
                && window.owner().holds(window));
  }

  private static long bytes(Chunk chunk) {
    return chunk.rows().stream().mapToLong(Row::bytes).sum();
  }

  @Override
  public void begin(String gtid, long commitTimeMs) {
    locked(() -> lanes.begin(gtid, commitTimeMs));
  }

  @Override
  public void change(TableId table, Columns columns, Change change) throws InterruptedException {
    lock.lock();
    try {
      awaitTailRoom();
      Lane lane = ddls.known(table).orElseThrow(() -> ddls.unknownTable(table));
      if (!lane.ignores(lanes.open())) {
        noteKeys(table, columns, change);
        lanes.add(lane, columns, change);
      }
    } finally {
      lock.unlock();
    }
  }

  private void noteKeys(TableId table, Columns columns, Change change) {
    TableSnapshot snapshot = snapshots.get(table);
    if (snapshot != null) {
      snapshot.note(columns, change, lanes.open());
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
          lanes.commit(end);
          releaseChunks();
          if (flushWanted) {
            flushWanted = false;
            lanes.flushAll();
          }
          filled.signalAll();
        });
  }

  @Override
  public void idle(Position at) {
    locked(
        () -> {
          lanes.idle(at);
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

  /**
   * The next records, at most a few megabytes; empty if there are none within the wait.
   *
   * @throws RuntimeException what the tail or a reader failed with, after the records before it
   */
  public List<LaneRecord> take(long waitMs) throws InterruptedException {
    lock.lock();
    try {
      long left = TimeUnit.MILLISECONDS.toNanos(waitMs);
      askForFlush();
      while (lanes.out().isEmpty() && left > 0) {
        if (failure != null) {
          throw failure;
        }
        left = filled.awaitNanos(left);
        askForFlush();
      }
      List<LaneRecord> records = lanes.out().take();
      taken.signalAll();
      return records;
    } finally {
      lock.unlock();
    }
  }

  private void askForFlush() {
    if (!lanes.out().isEmpty()) {
      return;
    }
    if (lanes.open() == null) {
      lanes.flushAll();
      lanes.emitProgress();
    } else {
      flushWanted = true;
    }
  }

  Lanes lanes() {
    return lanes;
  }

  private void releaseChunks() {
    if (lanes.open() != null || snapshots.isEmpty()) {
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
    return lanes.complete().reached(chunk.highFile(), chunk.highOffset());
  }

  private void release(TableSnapshot snapshot, Chunk chunk) {
    Lane lane = snapshot.lane();
    lanes.flush(lane);
    List<Row> rows = snapshot.release();
    held -= bytes(chunk);
    boolean done = snapshot.complete();
    TableOffset begun = TableOffset.begun(lane.generation(), lane.from());
    TableOffset offset = done ? begun.completed() : begun.readTo(chunk.range().upTo());
    if (done || !rows.isEmpty()) {
      lanes.emitRows(lane, new Rows(snapshot.info(), rows, done), offset);
    }
    if (done) {
      snapshots.remove(lane.table());
    }
    taken.signalAll();
  }

  void startOver(Definition definition, Optional<TableOffset> before) {
    ddls.begin(definition, before);
    TableInfo info = definition.info();
    if (info.keyIndex() != null) {
      snapshots.put(info.id(), new TableSnapshot(lanes.of(info.id()), info, null, lanes.seen()));
    }
  }

  /** Drops what was read of a table and not released; its rows are read again, if at all. */
  void discard(TableId table) {
    TableSnapshot snapshot = snapshots.get(table);
    if (snapshot != null) {
      held -= snapshot.heldChunks().stream().mapToLong(Reconciler::bytes).sum();
      snapshot.discard(lanes.seen());
      taken.signalAll();
    }
  }

  /** The table's snapshot is over: it is gone, or starts over. */
  void forget(TableId table) {
    discard(table);
    snapshots.remove(table);
  }

  /** The tail must not wait for held chunks: only the tail's progress releases them. */
  private void awaitTailRoom() throws InterruptedException {
    if (lanes.buffered() > MAX_WAITING_BYTES / 2) {
      lanes.flushAll();
    }
    while (lanes.out().bytes() > MAX_WAITING_BYTES) {
      taken.await();
    }
  }

  private void locked(Runnable action) {
    locked(
        () -> {
          action.run();
          return null;
        });
  }

  private <T> T locked(Supplier<T> action) {
    lock.lock();
    try {
      return action.get();
    } finally {
      lock.unlock();
    }
  }
}
