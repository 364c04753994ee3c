package io.wherry.verify;

/** A server or a lane stands still: going on with other tables would prove no more. */
public final class StandstillException extends IncompleteException {
  private static final long serialVersionUID = 1L;

  public StandstillException(String message) {
    super(message);
  }

  public StandstillException(String message, Throwable cause) {
    super(message, cause);
  }
}
