package io.wherry.verify.compare;

import java.io.PrintStream;

/** Lines for the person who waits; written whole by any thread, never with a value of a row. */
public final class Progress {
  private final PrintStream out;

  public Progress(PrintStream out) {
    this.out = out;
  }

  public void say(String line) {
    synchronized (out) {
      out.println(line);
      out.flush();
    }
  }
}
