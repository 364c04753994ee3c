package io.wherry.verify.compare;

/** What a comparison proved, and the exit code that says so. */
public enum Verdict {
  EQUAL(0),
  DIFFERENT(1),
  /** Something was not compared to the end: no proof either way. */
  INCOMPLETE(2);

  private final int exitCode;

  Verdict(int exitCode) {
    this.exitCode = exitCode;
  }

  public int exitCode() {
    return exitCode;
  }
}
