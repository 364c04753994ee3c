package io.wherry.source.snapshot;

import io.wherry.common.mysql.ServerAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Threads that write all the time and note how long their slowest statement took. */
final class Writers implements AutoCloseable {
  private final ServerAddress server;
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicLong longest = new AtomicLong();
  private volatile boolean stopped;

  @FunctionalInterface
  private interface Turn {
    void run(Statement statement) throws SQLException, InterruptedException;
  }

  Writers(ServerAddress server) {
    this.server = server;
  }

  /** Runs these statements in turn, each a transaction. */
  void start(String... statements) {
    begin(
        statement -> {
          for (String sql : statements) {
            timed(statement, sql);
            Thread.sleep(2);
          }
        });
  }

  /** Keeps each transaction open for some while, so that several of these always overlap. */
  void startSlow(String sql) {
    begin(
        statement -> {
          statement.execute("BEGIN");
          timed(statement, sql);
          Thread.sleep(ThreadLocalRandom.current().nextLong(200, 700));
          statement.execute("COMMIT");
        });
  }

  private void timed(Statement statement, String sql) throws SQLException {
    long begun = System.nanoTime();
    statement.execute(sql);
    longest.accumulateAndGet((System.nanoTime() - begun) / 1_000_000, Math::max);
  }

  private void begin(Turn turn) {
    Thread thread =
        new Thread(
            () -> {
              try (Connection connection = server.connect();
                  Statement statement = connection.createStatement()) {
                statement.setEscapeProcessing(false);
                while (!stopped) {
                  turn.run(statement);
                }
              } catch (SQLException | InterruptedException e) {
                longest.set(Long.MAX_VALUE);
                throw new IllegalStateException(e);
              }
            });
    threads.add(thread);
    thread.start();
  }

  /** Of all statements so far, in milliseconds; all writers stop first. */
  long longestMs() {
    close();
    System.out.println("longest wait of a writer: " + longest.get() + " ms");
    return longest.get();
  }

  @Override
  public void close() {
    stopped = true;
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
