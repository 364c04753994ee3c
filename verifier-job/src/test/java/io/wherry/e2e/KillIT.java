package io.wherry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.wherry.e2e.stack.Ledger.Lane;
import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The worker dies by kill -9 wherever it hurts; the target is identical all the same. */
class KillIT {

  /** Connect's defaults: records may be written twice. */
  @Nested
  class AtLeastOnce extends Kills {
    AtLeastOnce() {
      super(Cluster.get().worker(), "kill");
    }
  }

  /** Source records in transactions, the sink reads committed ones. */
  @Nested
  class ExactlyOnce extends Kills {
    private static final ConnectWorker WORKER = Cluster.get().exactlyOnceWorker();

    ExactlyOnce() {
      super(WORKER, "kill_eos");
    }

    @AfterAll
    static void stopWorker() {
      WORKER.close();
    }
  }

  abstract static class Kills {
    private static final int ROWS = 20_000;

    private final ConnectWorker worker;
    private final String prefix;

    Kills(ConnectWorker worker, String prefix) {
      this.worker = worker;
      this.prefix = prefix;
    }

    @Test
    void inTheSnapshotWhileWritesGoOn() throws SQLException {
      try (MovedDatabase db = new MovedDatabase(prefix + "_snapshot", worker)) {
        db.createTable("t", ROWS);
        db.source(
            "CREATE TABLE no_key (a INT NULL, b VARCHAR(10) NULL)",
            "INSERT INTO no_key SELECT id % 10, 'same' FROM t WHERE id <= 500");
        db.start(Map.of("snapshot.chunk.rows", "200", "snapshot.max.rows.per.second", "4000"));
        for (int share = 1; share <= 3; share++) {
          db.awaitRows(ROWS * share / 5);
          db.source(
              "UPDATE t SET v = v + 1 WHERE id % 7 = 0",
              "UPDATE t SET id = id + 100000 WHERE id % 1000 = " + share,
              "DELETE FROM no_key LIMIT 3",
              "UPDATE no_key SET b = 'other' LIMIT 5");
          worker.kill();
          db.source("DELETE FROM t WHERE id % 1000 = 50" + share);
        }
        db.awaitSnapshot();
        db.assertMoved();
      }
    }

    @Test
    void inTheTail() throws SQLException {
      try (MovedDatabase db = new MovedDatabase(prefix + "_tail", worker)) {
        db.createTable("t", ROWS);
        db.createTable("u", 100);
        db.start(Map.of());
        db.awaitSnapshot();
        for (int round = 0; round < 3; round++) {
          db.source(
              "START TRANSACTION",
              "UPDATE t SET v = v + 1",
              "DELETE FROM u WHERE id = 1",
              "UPDATE u SET id = id - 1 ORDER BY id",
              "UPDATE t SET v = v * 2 WHERE id > " + ROWS / 2,
              "COMMIT",
              "INSERT INTO u VALUES (1000 + " + round + ", 1, 'late')");
          worker.kill();
          db.source("UPDATE u SET v = v + 1");
        }
        db.assertMoved();
      }
    }

    /** The ledger shows the write at once, Connect commits offsets later. */
    @Test
    void betweenWriteAndOffsetCommit() throws SQLException {
      try (MovedDatabase db = new MovedDatabase(prefix + "_between", worker)) {
        db.createTable("t", 1000);
        db.source("CREATE TABLE no_key (a INT NULL)");
        db.start(Map.of());
        db.awaitSnapshot();
        for (int round = 0; round < 3; round++) {
          long before = applied(db);
          db.source(
              "UPDATE t SET v = v + 1",
              "INSERT INTO no_key SELECT v FROM t WHERE id <= 50",
              "DELETE FROM no_key LIMIT 10");
          db.await("written", () -> applied(db) > before);
          worker.kill();
        }
        db.assertMoved();
      }
    }

    /** Connect looks them up by bytes: those that another process has written must be the same. */
    @Test
    void aNewProcessFindsStoredOffsets() throws SQLException {
      try (MovedDatabase db = new MovedDatabase(prefix + "_offsets", worker)) {
        db.createTable("t", 100);
        db.source("CREATE TABLE no_key (a INT NULL)", "INSERT INTO no_key VALUES (1), (1)");
        db.start(Map.of());
        db.awaitSnapshot();
        Set<Long> generations = generations(db);
        db.await("offsets stored", () -> doneOffsets(db) == 2);
        for (int round = 0; round < 2; round++) {
          worker.kill();
          db.source("UPDATE t SET v = v + 1", "INSERT INTO no_key VALUES (1)");
          db.assertMoved();
        }
        assertThat(generations(db)).isEqualTo(generations);
      }
    }

    private static Set<Long> generations(MovedDatabase db) throws SQLException {
      return db.move().lanes().stream().map(Lane::generation).collect(Collectors.toSet());
    }

    private static int doneOffsets(MovedDatabase db) {
      int done = 0;
      JsonNode stored = db.connect().get("/connectors/" + db.move().source() + "/offsets");
      for (JsonNode each : stored.path("offsets")) {
        done += each.path("offset").path("done").asBoolean() ? 1 : 0;
      }
      return done;
    }

    private static long applied(MovedDatabase db) throws SQLException {
      return db.move().lanes().stream().mapToLong(Lane::rowsApplied).sum();
    }
  }
}
