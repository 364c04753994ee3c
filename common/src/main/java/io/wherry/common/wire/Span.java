package io.wherry.common.wire;

import io.wherry.common.model.Position;

/**
 * The part of the source's log that a record stands for.
 *
 * @param from in a run's first record of a lane, the position the run continues from; else null
 * @param to every change of the lane's table up to here is in this record or before it
 * @param partialGtid the transaction after {@code to} that this record ends in the middle of, or
 *     null
 * @param partialSequence with {@code partialGtid}: the number of that transaction's changes of this
 *     table which are in this record or before it
 */
public record Span(Position from, Position to, String partialGtid, long partialSequence) {

  /** A span that ends between two transactions. */
  public static Span at(Position to) {
    return new Span(null, to, null, 0);
  }

  /** The same span in a run's first record. */
  public Span continuing(Position start) {
    return new Span(start, to, partialGtid, partialSequence);
  }
}
