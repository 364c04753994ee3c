package io.wherry.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.wherry.verify.World.Result;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writers go on and the target lags: lag is never a difference, and a difference never lag. */
class LiveIT {
  private static final long SEED = System.nanoTime();
  private static final int LAG = 150;

  private record Applied(String sql, String position, long due) {}

  private final BlockingQueue<Applied> pipeline = new LinkedBlockingQueue<>();
  private final AtomicBoolean running = new AtomicBoolean(true);

  @TempDir Path folder;
  private World world;
  private CompletableFuture<Void> writer;
  private CompletableFuture<Void> applier;

  @BeforeEach
  void startWriting() throws Exception {
    System.out.println("LiveIT seed " + SEED);
    world = new World("verify_live", folder);
    world.both(
        "CREATE TABLE t (id INT PRIMARY KEY, v INT NOT NULL, w VARCHAR(20));\n"
            + "CREATE TABLE k (a INT, b INT);\n"
            + "INSERT INTO t SELECT n, n, 'same' FROM (WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL"
            + " SELECT n + 1 FROM s WHERE n < 6001) SELECT n FROM s) q;\n"
            + "INSERT INTO k SELECT id % 50, id % 7 FROM t");
    String executed = executed();
    world.lane("t", "verify_live", "t", "'" + executed + "', 1, NULL");
    world.lane("k", "verify_live", "k", "'" + executed + "', 1, NULL");
    writer = CompletableFuture.runAsync(this::write);
    applier = CompletableFuture.runAsync(this::apply);
  }

  @AfterEach
  void stopWriting() {
    running.set(false);
    writer.join();
    applier.join();
  }

  private String executed() throws SQLException {
    return MySqlPair.value(world.servers.source(), "SELECT @@GLOBAL.gtid_executed")
        .replaceAll("\\s", "");
  }

  private void write() {
    Random random = new Random(SEED);
    try (Connection connection = world.servers.source().connect();
        Statement statement = connection.createStatement()) {
      statement.execute("USE verify_live");
      while (running.get()) {
        String sql = change(random);
        statement.execute(sql);
        try (ResultSet r = statement.executeQuery("SELECT @@GLOBAL.gtid_executed")) {
          r.next();
          pipeline.add(
              new Applied(
                  sql, r.getString(1).replaceAll("\\s", ""), System.nanoTime() + LAG * 1_000_000L));
        }
        TimeUnit.MILLISECONDS.sleep(10);
      }
    } catch (SQLException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String change(Random random) {
    int id = 1 + random.nextInt(6000);
    return switch (random.nextInt(4)) {
      case 0 -> "UPDATE t SET v = v + 1 WHERE id = " + id;
      case 1 -> "DELETE FROM t WHERE id = " + id;
      case 2 -> "INSERT INTO t VALUES (" + id + ", 0, 'new') ON DUPLICATE KEY UPDATE v = -v - 1";
      default -> "INSERT INTO k VALUES (" + id + " % 50, " + random.nextInt(9) + ")";
    };
  }

  /** The rows and the position in one transaction, as the sink does it. */
  private void apply() {
    try (Connection connection = world.servers.target().connect();
        Statement statement = connection.createStatement()) {
      statement.execute("USE verify_live");
      connection.setAutoCommit(false);
      while (running.get() || !pipeline.isEmpty()) {
        Applied next = pipeline.poll(20, TimeUnit.MILLISECONDS);
        if (next == null) {
          continue;
        }
        TimeUnit.NANOSECONDS.sleep(Math.max(0, next.due() - System.nanoTime()));
        statement.execute(next.sql());
        statement.execute("UPDATE wherry.ledger SET gtid_set = '" + next.position() + "'");
        connection.commit();
      }
    } catch (SQLException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void lagIsNoDifference() throws Exception {
    for (int i = 0; i < 3; i++) {
      Result result = world.compare("--timeout", "20");
      assertThat(result.lastLine())
          .as("seed %s: %s", SEED, result.out())
          .startsWith("EQUAL tables=2");
    }
  }

  @Test
  void aDifferenceIsFoundAmongChanges() throws Exception {
    world.target("INSERT INTO t VALUES (-1, 1, 'x');\nINSERT INTO k VALUES (999, 1)");
    world.target("UPDATE t SET w = 'bad' WHERE id = 6001");

    Result result = world.compare("--timeout", "20");

    assertThat(result.out())
        .as("seed %s", SEED)
        .contains("verify_live.t key=(id=-1) only on the target")
        .contains("only on the target (0 on the source, 1 on the target)")
        .contains("verify_live.t key=(id=6001) different (columns w)");
    assertThat(result.lastLine()).startsWith("DIFFERENT tables=2").endsWith("differing_rows=3");
  }

  /** The sink has stopped: what it has not applied is not a difference, and nobody says equal. */
  @Test
  void aTargetThatIsLeftBehindIsIncomplete() throws Exception {
    running.set(false);
    writer.join();
    applier.join();
    world.source("UPDATE t SET v = -5 WHERE id < 100");

    Result result = world.compare();

    assertThat(result.code()).as(result.out()).isEqualTo(2);
    assertThat(result.lastLine()).contains("verify_live.t (position not reached)");
  }
}
