package io.wherry.verify;

import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicBoolean;

/** Sees to it that stdout ends with a verdict also when the process is told to stop. */
final class LastWord {
  private final AtomicBoolean said = new AtomicBoolean();

  private LastWord() {}

  static LastWord atExit(PrintStream out) {
    LastWord word = new LastWord();
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  if (!word.said.get()) {
                    out.println("INCOMPLETE interrupted");
                    out.flush();
                  }
                }));
    return word;
  }

  void said() {
    said.set(true);
  }
}
