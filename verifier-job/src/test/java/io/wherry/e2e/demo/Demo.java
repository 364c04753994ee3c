package io.wherry.e2e.demo;

import io.wherry.common.model.TableId;
import io.wherry.e2e.stack.ConnectorFile;
import io.wherry.e2e.stack.Move;
import io.wherry.e2e.stack.Stack;
import io.wherry.e2e.stack.Topics;
import io.wherry.e2e.stack.Waiting;
import io.wherry.e2e.stack.Worker;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Moves the shop while an application writes to it and the worker dies once, and tells about it.
 * The arguments are the verifier's command, which has the last word.
 */
public final class Demo {
  private static final long SEED = 20_240_601;
  private static final int TAIL_SECONDS = 5;
  private static final long LINE_MILLIS = 2000;
  private static final Pattern EQUAL = Pattern.compile("EQUAL (tables=\\d+ rows=\\d+)");

  private final Stack stack;
  private final Move move;

  private Demo(Stack stack) throws SQLException {
    this.stack = stack;
    this.move =
        new Move(
            stack,
            ConnectorFile.shipped("source.json"),
            ConnectorFile.shipped("sink.json"),
            List.of("shop"));
  }

  public static void main(String[] verifier) throws Exception {
    Demo demo = new Demo(Stack.fromEnvironment());
    try {
      demo.move();
      demo.verify(List.of(verifier));
    } catch (IllegalStateException e) {
      System.out.println("FAILED " + e.getMessage());
      System.exit(1);
    }
  }

  private void move() throws SQLException {
    Progress progress = new Progress(move.sourceTables());
    ShopWriter writer = ShopWriter.start(stack.source(), SEED);
    try (writer) {
      say("posting config/source.json and config/sink.json to " + stack.connect());
      move.startSource(Map.of());
      move.startSink(Map.of());
      snapshot(progress);
      say(
          "snapshot done in %.0f s, %,.0f rows/s; the writer goes on for %d s",
          progress.seconds(), progress.total() / progress.seconds(), TAIL_SECONDS);
      Waiting.pause(TAIL_SECONDS * 1000L);
    }
    say("writer stopped after %,d transactions", writer.transactions());
    String gtids = move.sourceGtids();
    await("every lane has passed the source's last transaction", () -> move.behind(gtids));
  }

  private void snapshot(Progress progress) throws SQLException {
    Set<TableId> tables = move.sourceTables().keySet();
    boolean killed = false;
    long nextLine = System.nanoTime();
    while (!move.isSnapshotDone(tables)) {
      failIfStopped();
      progress.saw(move.lanes());
      if (System.nanoTime() >= nextLine) {
        nextLine = System.nanoTime() + LINE_MILLIS * 1_000_000;
        say(progress.line());
      }
      if (!killed && progress.rows() * 3 > progress.total()) {
        say("kill -9 of the Connect worker, in the middle of the snapshot");
        restartWorker();
        killed = true;
      }
      Waiting.pause(100);
    }
    progress.saw(move.lanes());
    say(progress.line());
    if (!killed) {
      say("the snapshot was too short to kill the worker in it: kill -9 now");
      restartWorker();
    }
  }

  private void restartWorker() {
    Worker worker = new Worker(stack.worker());
    worker.kill();
    worker.start();
    Waiting.until("the worker is back", Duration.ofMinutes(2), move.connect()::isUp);
    say("the worker is back; tables of which no progress was stored yet are read again");
  }

  private void failIfStopped() {
    move.failure()
        .ifPresent(
            trace -> {
              throw new IllegalStateException("a connector stopped: " + trace);
            });
  }

  /** Who is still behind. */
  private interface Behind {
    Set<TableId> ask() throws SQLException;
  }

  private void await(String what, Behind behind) throws SQLException {
    long end = System.nanoTime() + Duration.ofMinutes(10).toNanos();
    for (Set<TableId> left = behind.ask(); !left.isEmpty(); left = behind.ask()) {
      failIfStopped();
      if (System.nanoTime() > end) {
        throw new IllegalStateException("waited in vain until " + what + "; behind: " + left);
      }
      Waiting.pause(200);
    }
    say(what);
  }

  private void verify(List<String> command) throws IOException, InterruptedException {
    say("comparing source and target with wherry-verify");
    long began = System.nanoTime();
    Process verifier = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
    List<String> said = verifier.inputReader(StandardCharsets.UTF_8).lines().toList();
    said.forEach(System.out::println);
    int exit = verifier.waitFor();
    Matcher counts = EQUAL.matcher(said.isEmpty() ? "" : said.get(said.size() - 1));
    if (exit != 0 || !counts.matches()) {
      throw new IllegalStateException("wherry-verify says no: exit " + exit);
    }
    say("compared in %.0f s", (System.nanoTime() - began) / 1e9);
    long lag = lag();
    System.out.println("IDENTICAL " + counts.group(1) + " lag=" + lag);
  }

  /** What the sink has not committed at the broker: it does so within seconds. */
  private long lag() {
    try (Topics topics = new Topics(stack.broker())) {
      String group = "connect-" + move.sink();
      Waiting.until("consumer lag is 0", Duration.ofMinutes(2), () -> topics.lag(group) == 0);
      return topics.lag(group);
    }
  }

  private static void say(String text, Object... values) {
    System.out.println("demo: " + (values.length == 0 ? text : text.formatted(values)));
  }
}
