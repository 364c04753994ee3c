package io.wherry.verify;

/** Something that had to be compared could not be: neither equal nor different was proven. */
public class IncompleteException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public IncompleteException(String message) {
    super(message);
  }

  public IncompleteException(String message, Throwable cause) {
    super(message, cause);
  }
}
