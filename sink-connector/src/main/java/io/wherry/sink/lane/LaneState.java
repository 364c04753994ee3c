package io.wherry.sink.lane;

import io.wherry.sink.ledger.Progress;
import java.util.Optional;

/**
 * What the task sees of a lane at one moment.
 *
 * @param phase where it is in its life
 * @param bytes memory its records hold
 * @param waiting whether it pauses before it tries something again
 * @param needsMore whether it holds nothing but the beginning of a batch and can do nothing until
 *     the rest comes
 * @param progress as committed; empty before its claim
 */
public record LaneState(
    Phase phase, long bytes, boolean waiting, boolean needsMore, Optional<Progress> progress) {

  /**
   * A lane's life: CLAIMING, then SEEKING until the task has moved the consumer to the ledger's
   * offset, then RUNNING; back to SEEKING or CLAIMING when the target went back. LOST, FAILED and
   * CLOSED are final.
   */
  public enum Phase {
    /** Its ledger row is not ours yet; records that come are dropped, they come again. */
    CLAIMING,
    /** The task has to move the consumer; records that come are dropped, they come again. */
    SEEKING,
    RUNNING,
    /** Somebody else claimed it. */
    LOST,
    FAILED,
    CLOSED
  }

  /** Whether there is a reason to look at the lane again soon. */
  public boolean restless() {
    return waiting || bytes > 0 || phase != Phase.RUNNING;
  }
}
