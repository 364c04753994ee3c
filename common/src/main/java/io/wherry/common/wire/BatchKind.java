package io.wherry.common.wire;

import java.util.Locale;

/** What one record of a lane is for. */
public enum BatchKind {
  /** Rows of a snapshot chunk, released between two transactions. */
  ROWS,
  /** Row changes from the log, in log order. */
  CHANGES,
  /** A table definition or a DDL statement. */
  SCHEMA,
  /** Nothing but a position: the log moved on and this table did not change. */
  PROGRESS,
  /** The table is read again from its beginning: older generations count no more. */
  RESTART;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The kind of a wire name.
   *
   * @throws IllegalArgumentException for a name that this version does not know
   */
  public static BatchKind ofWireName(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }
}
