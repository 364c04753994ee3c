package io.wherry.source.reconcile;

import io.wherry.common.model.Columns;
import io.wherry.common.model.GtidSet;
import io.wherry.common.model.Row;
import io.wherry.common.model.RowKey;
import io.wherry.source.snapshot.Chunk;
import io.wherry.source.snapshot.Range;
import io.wherry.source.snapshot.TableInfo;
import io.wherry.source.tail.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The snapshot of one keyed table: its open windows in key order, where planning goes on, and the
 * keys that changed meanwhile. Guarded by the reconciler's lock.
 *
 * <p>An attempt ends when DDL makes what was read worthless; all windows go and planning falls back
 * to the last released row.
 */
final class TableSnapshot {
  private final Lane lane;
  private final ChangedKeys changed = new ChangedKeys();
  private final List<Window> windows = new ArrayList<>();
  private TableInfo info;
  private int attempt = 1;
  private int infoAttempt = 1;
  private GtidSet base;
  private Row released;
  private Row planned;
  private boolean plannedAll;

  /**
   * @param base transactions that every chunk must see: the lane holds their changes from before
   *     this object began to remember keys
   */
  TableSnapshot(Lane lane, TableInfo info, Row released, GtidSet base) {
    this.lane = lane;
    this.base = base;
    this.info = info;
    this.released = released;
    this.planned = released;
  }

  Lane lane() {
    return lane;
  }

  /** Remembers the keys of a change, as the row was and as it is. */
  void note(Columns columns, Change change, Transaction transaction) {
    if (change.before() != null) {
      changed.add(RowKey.of(change.before(), columns), transaction);
    }
    if (change.after() != null) {
      changed.add(RowKey.of(change.after(), columns), transaction);
    }
  }

  /** What planning needs; null when everything is planned. */
  SnapshotPlan plan() {
    return plannedAll
        ? null
        : new SnapshotPlan(lane.table(), info, attempt, infoAttempt != attempt, planned);
  }

  /** New column list after DDL, of an attempt that is still the current one. */
  void refreshed(int ofAttempt, TableInfo fresh) {
    if (ofAttempt == attempt) {
      info = fresh;
      infoAttempt = attempt;
    }
  }

  /** Opens the next window, unless the attempt it was planned in is over. */
  Window open(int ofAttempt, Range range, long nextSequence) {
    if (ofAttempt != attempt) {
      return null;
    }
    planned = range.upTo();
    plannedAll = range.upTo() == null;
    Window window = new Window(this, range);
    window.startAt(changed.firstSequence(nextSequence));
    windows.add(window);
    return window;
  }

  /**
   * Takes a chunk in.
   *
   * @return the window to read next: the same one if the chunk did not see what it must, the rest
   *     if the reader stopped at its byte bound; else null
   */
  Window deliver(Window window, Chunk chunk, long nextSequence) {
    int at = windows.indexOf(window);
    if (at < 0) {
      return null;
    }
    if (!base.isSubsetOf(chunk.low())) {
      return window;
    }
    window.read(chunk);
    window.startAt(changed.windowStart(chunk.low(), nextSequence));
    Window rest = null;
    if (chunk.range().upTo() != window.range().upTo()) {
      rest = new Window(this, new Range(chunk.range().upTo(), window.range().upTo()));
      rest.startAt(changed.firstSequence(nextSequence));
      windows.add(at + 1, rest);
    }
    changed.forget(chunk.low(), firstStart(nextSequence));
    return rest;
  }

  boolean isNext(Window window) {
    return !windows.isEmpty() && windows.get(0) == window;
  }

  boolean holds(Window window) {
    return windows.contains(window);
  }

  private long firstStart(long nextSequence) {
    return windows.stream().mapToLong(Window::start).min().orElse(nextSequence);
  }

  /** The first window, if it is read; it is released next. */
  Window head() {
    return windows.isEmpty() || windows.get(0).chunk() == null ? null : windows.get(0);
  }

  /** Rows of the head that did not change since its window began; the head is gone then. */
  List<Row> release() {
    Window window = windows.remove(0);
    List<Row> rows = window.chunk().rows();
    released = window.chunk().range().upTo();
    if (changed.isEmpty()) {
      return rows;
    }
    Columns columns = info.columns();
    return rows.stream()
        .filter(r -> !changed.changedSince(RowKey.of(r, columns), window.start()))
        .toList();
  }

  /** Whether the last row of the table has been released. */
  boolean complete() {
    return plannedAll && windows.isEmpty();
  }

  TableInfo info() {
    return info;
  }

  /** Chunks that were read and not released. */
  List<Chunk> heldChunks() {
    return windows.stream().map(Window::chunk).filter(Objects::nonNull).toList();
  }

  /**
   * Drops all that was read or planned but not released; what is read next must see {@code seen}.
   */
  void discard(GtidSet seen) {
    base = seen;
    windows.clear();
    attempt++;
    planned = released;
    plannedAll = false;
  }
}
