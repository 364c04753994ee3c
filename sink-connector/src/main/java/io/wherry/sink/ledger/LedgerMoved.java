package io.wherry.sink.ledger;

import java.sql.SQLException;

/**
 * Nobody took the lane from us, but its row is not where we left it: a commit was in after all, or
 * the target failed over and lost one. Roll back, read the row again, go on from it.
 */
public final class LedgerMoved extends SQLException {
  private static final long serialVersionUID = 1L;

  private final transient Cause cause;

  /** What the row says instead of what we left. */
  public enum Cause {
    /** Our claim stands, the next offset is another one. */
    OFFSET,
    /** Our claim itself is not there any more: claim again. */
    CLAIM
  }

  LedgerMoved(Cause cause, String message) {
    super(message);
    this.cause = cause;
  }

  public Cause what() {
    return cause;
  }
}
