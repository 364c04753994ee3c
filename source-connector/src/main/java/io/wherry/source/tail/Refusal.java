package io.wherry.source.tail;

/**
 * Why the tail must stop here, and what to do about it. {@link LogReader} adds the place in the log
 * and makes the exception that the user sees.
 */
final class Refusal extends RuntimeException {
  /** What to do once the cause is gone: what lies behind this place cannot be read. */
  static final String NEW_SNAPSHOT =
      "delete the connector's offsets and start again from a new snapshot (the tail cannot pass this"
          + " place)";

  private final String action;

  /**
   * A stop that a changed setting and a new snapshot end.
   *
   * @param fix what to set on the source first
   */
  static Refusal setting(String what, String fix) {
    return new Refusal(what, fix + ", then " + NEW_SNAPSHOT);
  }

  /** A stop that only a new snapshot ends. */
  static Refusal snapshot(String what) {
    return new Refusal(what, NEW_SNAPSHOT);
  }

  private Refusal(String what, String action) {
    super(what, null, false, false);
    this.action = action;
  }

  String action() {
    return action;
  }
}
