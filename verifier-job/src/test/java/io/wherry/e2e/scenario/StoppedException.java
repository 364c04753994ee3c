package io.wherry.e2e.scenario;

/** A connector was refused or its task failed; the message is what it said. */
final class StoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StoppedException(String message) {
    super(message);
  }
}
