package io.wherry.source.reconcile;

import io.wherry.source.snapshot.Chunk;
import io.wherry.source.snapshot.Range;

/**
 * A part of a table that is being read: opened before its low mark, holding the chunk once it is
 * read, gone when it was released. Guarded by the reconciler's lock.
 */
public final class Window {
  private final TableSnapshot owner;
  private final Range range;
  private long start;
  private Chunk chunk;

  Window(TableSnapshot owner, Range range) {
    this.owner = owner;
    this.range = range;
  }

  /** What a reader is asked to read. */
  public Range range() {
    return range;
  }

  TableSnapshot owner() {
    return owner;
  }

  /** Changes from this transaction on count against the chunk. */
  long start() {
    return start;
  }

  void startAt(long sequence) {
    start = sequence;
  }

  Chunk chunk() {
    return chunk;
  }

  void read(Chunk chunk) {
    this.chunk = chunk;
  }
}
