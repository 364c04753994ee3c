package io.wherry.source.reconcile;

import io.wherry.common.model.Position;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Knows the position up to which every lane has a record in its topic's order: the only log offset
 * that is safe to store. Guarded by the reconciler's lock.
 */
final class Checkpoints {
  private record Point(long sequence, Position position) {}

  private final Deque<Point> points = new ArrayDeque<>();
  private Position handed;

  Checkpoints(Position start) {
    handed = start;
  }

  /** All lanes have handed over what they had up to here, or will say so by a progress record. */
  void mark(long sequence, Position position) {
    if (points.isEmpty() || points.peekLast().sequence() < sequence) {
      points.addLast(new Point(sequence, position));
    }
  }

  /** Moves on to the last point that no lane is behind of. */
  void allLanesAt(long sequence) {
    while (!points.isEmpty() && points.peekFirst().sequence() <= sequence) {
      handed = points.removeFirst().position();
    }
  }

  Position handed() {
    return handed;
  }
}
