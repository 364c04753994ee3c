package io.wherry.e2e.stack;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** The Connect worker's container: killed without warning and started again. */
public record Worker(String container) {

  /** kill -9. */
  public void kill() {
    docker("kill", "-s", "KILL", container);
  }

  public void start() {
    docker("start", container);
  }

  private static void docker(String... arguments) {
    String[] command = new String[arguments.length + 1];
    command[0] = "docker";
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      byte[] said = process.getInputStream().readAllBytes();
      if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IllegalStateException(
            String.join(" ", command) + ": " + new String(said, StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new IllegalStateException("docker did not run", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
