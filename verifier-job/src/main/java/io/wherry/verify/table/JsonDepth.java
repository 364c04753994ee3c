package io.wherry.verify.table;

/** What of a JSON document is compared. */
public enum JsonDepth {
  /** The text that the server prints: {@code 1} and {@code 1.0} differ. */
  TEXT,
  /** Also the type of each member: a date and the string that prints like it differ. */
  TYPES
}
