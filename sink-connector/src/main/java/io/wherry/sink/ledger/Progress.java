package io.wherry.sink.ledger;

import io.wherry.common.model.GtidSet;
import io.wherry.common.model.Position;
import io.wherry.common.wire.Span;
import io.wherry.common.wire.Stamp;

/**
 * How far a lane has been applied. Immutable.
 *
 * @param nextOffset every record below it is in the target, none from it on
 * @param stamp run and number of the last record that counted, and the table's generation
 * @param reached what of the source's log is in the target; its {@code from} is always null
 * @param snapshotDone whether the table's snapshot is complete
 * @param counts what people ask for
 */
public record Progress(
    long nextOffset, Stamp stamp, Span reached, boolean snapshotDone, Counts counts) {

  /**
   * Numbers for people and for lag.
   *
   * @param rows rows and row changes applied, ever
   * @param sourceTimeMs commit time of the last transaction applied, epoch milliseconds
   */
  public record Counts(long rows, long sourceTimeMs) {}

  /** A lane that has applied nothing. */
  public static Progress none() {
    return new Progress(
        0,
        new Stamp("", -1, 0),
        Span.at(new Position(GtidSet.EMPTY, "", 0)),
        false,
        new Counts(0, 0));
  }

  /** Whether no record ever counted. */
  public boolean untouched() {
    return stamp.run().isEmpty();
  }

  /** Transactions of the source whose changes of this table are all in the target. */
  public GtidSet gtids() {
    return reached.to().gtids();
  }

  public Progress at(long offset) {
    return new Progress(offset, stamp, reached, snapshotDone, counts);
  }

  public Progress stamped(Stamp newStamp) {
    return new Progress(nextOffset, newStamp, reached, snapshotDone, counts);
  }

  public Progress reaching(Span newReached) {
    return new Progress(nextOffset, stamp, newReached, snapshotDone, counts);
  }

  /** The same with the snapshot complete. */
  public Progress withSnapshotDone() {
    return new Progress(nextOffset, stamp, reached, true, counts);
  }

  /** The same with the snapshot to be read (again). */
  public Progress withSnapshotDue() {
    return new Progress(nextOffset, stamp, reached, false, counts);
  }

  /** The same with more rows applied; a time of 0 is unknown and changes nothing. */
  public Progress counting(long rows, long sourceTimeMs) {
    long time = sourceTimeMs > 0 ? sourceTimeMs : counts.sourceTimeMs();
    return new Progress(
        nextOffset, stamp, reached, snapshotDone, new Counts(counts.rows() + rows, time));
  }
}
