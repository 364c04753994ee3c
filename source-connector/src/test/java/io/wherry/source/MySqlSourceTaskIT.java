package io.wherry.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wherry.common.model.GtidSet;
import io.wherry.common.model.Row;
import io.wherry.common.mysql.ServerAddress;
import io.wherry.common.wire.BatchKind;
import io.wherry.source.snapshot.SourceLog;
import io.wherry.source.snapshot.SourceServer;
import io.wherry.source.snapshot.SourceSession;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.apache.kafka.connect.storage.OffsetStorageReader;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The source task against a real server; records are kept as a sink would keep them. */
class MySqlSourceTaskIT {
  private final Map<Map<String, ?>, Map<String, Object>> stored = new HashMap<>();
  private final Map<String, LaneMirror> lanes = new HashMap<>();
  private final Map<String, String> settings = new HashMap<>();
  private MySqlSourceTask task;

  @BeforeEach
  void fresh() throws SQLException {
    Awaitility.setDefaultTimeout(Duration.ofSeconds(90));
    SourceServer.execute("DROP DATABASE IF EXISTS task", "CREATE DATABASE task");
    ServerAddress server = SourceServer.root();
    settings.put("name", "task-it");
    settings.put(SourceConfig.HOST, server.host());
    settings.put(SourceConfig.PORT, Integer.toString(server.port()));
    settings.put(SourceConfig.USER, server.user());
    settings.put(SourceConfig.PASSWORD, server.password());
    settings.put(SourceConfig.TOPIC_PREFIX, "p");
    settings.put(SourceConfig.TABLES, "task.*");
  }

  @AfterEach
  void stopped() {
    task.stop();
  }

  @Test
  void anIdleSourceIsReadToTheEnd() throws Exception {
    fill("t", 5000);
    SourceServer.execute("CREATE TABLE task.empty (id INT PRIMARY KEY)");
    start();
    drain("t", "empty");
    assertThat(lanes.get("t").rows()).isEqualTo(rows("t")).hasSize(5000);
    assertThat(lanes.get("empty").rows()).isEmpty();
  }

  @Test
  void writesDuringTheSnapshotAreExact() throws Exception {
    settings.put(SourceConfig.CHUNK_ROWS, "50");
    fill("t", 4000);
    start();
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 120; i++) {
      writeSomething(random);
      if (i % 10 == 0) {
        pollOnce();
      }
    }
    SourceServer.execute("SET GLOBAL binlog_transaction_compression = OFF");
    drain("t");
    assertThat(lanes.get("t").rows()).isEqualTo(rows("t"));
    assertThat(lanes.get("t").count(BatchKind.CHANGES)).isPositive();
  }

  private void writeSomething(SplittableRandom random) throws SQLException {
    int id = random.nextInt(5000);
    SourceServer.execute("SET GLOBAL binlog_transaction_compression = " + random.nextInt(2));
    switch (random.nextInt(4)) {
      case 0 -> SourceServer.execute("DELETE FROM task.t WHERE id = " + id);
      case 1 -> SourceServer.execute("REPLACE INTO task.t VALUES (" + id + ", -1, 'new')");
      case 2 ->
          SourceServer.execute(
              "UPDATE IGNORE task.t SET id = " + random.nextInt(5000) + " WHERE id = " + id);
      default ->
          SourceServer.execute(
              "UPDATE task.t SET v = v + 1 WHERE id BETWEEN " + id + " AND " + (id + 20));
    }
  }

  /** Semi-sync holds a commit between the log and the engine: the tail sees what readers do not. */
  @Test
  void aTailAheadOfWhatReadersSeeIsExact() throws Exception {
    settings.put(SourceConfig.CHUNK_ROWS, "10");
    fill("t", 40);
    SourceServer.execute(
        "INSTALL PLUGIN rpl_semi_sync_source SONAME 'semisync_source.so'",
        "SET GLOBAL rpl_semi_sync_source_timeout = 5000",
        "SET GLOBAL rpl_semi_sync_source_enabled = ON");
    try {
      Thread held =
          new Thread(
              () -> {
                try {
                  SourceServer.execute("UPDATE task.t SET v = -1 WHERE id IN (5, 35)");
                } catch (SQLException e) {
                  throw new IllegalStateException(e);
                }
              });
      held.start();
      await().until(() -> committing() == 1);
      start();
      await()
          .until(
              () ->
                  pollOnce()
                      && lanes.containsKey("t")
                      && lanes.get("t").count(BatchKind.CHANGES) == 1);
      assertThat(committing()).as("commit still held").isEqualTo(1);
      await().until(() -> pollOnce() && lanes.get("t").done());
      task.stop();
      start();
      held.join();
    } finally {
      SourceServer.execute(
          "SET GLOBAL rpl_semi_sync_source_enabled = OFF", "UNINSTALL PLUGIN rpl_semi_sync_source");
    }
    drain("t");
    assertThat(lanes.get("t").rows()).isEqualTo(rows("t"));
  }

  private static int committing() throws SQLException {
    try (Connection connection = SourceServer.root().connect();
        Statement statement = connection.createStatement();
        ResultSet rs =
            statement.executeQuery(
                "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE STATE LIKE"
                    + " 'Waiting for semi-sync ACK%'")) {
      rs.next();
      return rs.getInt(1);
    }
  }

  @Test
  void aStoppedTaskGoesOnFromItsOffsets() throws Exception {
    settings.put(SourceConfig.CHUNK_ROWS, "100");
    settings.put(SourceConfig.MAX_ROWS_PER_SECOND, "4000");
    fill("t", 4000);
    start();
    await()
        .until(
            () -> pollOnce() && lanes.containsKey("t") && lanes.get("t").count(BatchKind.ROWS) > 5);
    task.stop();
    int read = lanes.get("t").count(BatchKind.ROWS);
    SourceServer.execute(
        "UPDATE task.t SET v = 5 WHERE id % 7 = 0", "DELETE FROM task.t WHERE id = 9");
    start();
    drain("t");
    assertThat(lanes.get("t").rows()).isEqualTo(rows("t"));
    assertThat(lanes.get("t").count(BatchKind.RESTART)).isZero();
    assertThat(lanes.get("t").count(BatchKind.ROWS) - read).isLessThan(38);
    task.stop();
    SourceServer.execute("UPDATE task.t SET v = 6 WHERE id % 5 = 0");
    start();
    drain("t");
    assertThat(lanes.get("t").rows()).isEqualTo(rows("t"));
  }

  @Test
  void tablesWithoutAKeyAreReadAgainAfterARestartInside() throws Exception {
    SourceServer.execute(
        "CREATE TABLE task.k (a INT, b VARCHAR(10))",
        "INSERT INTO task.k VALUES (1, 'x'), (1, 'x'), (NULL, NULL), (2, 'y')");
    start();
    drain("k");
    SourceServer.execute(
        "DELETE FROM task.k WHERE a = 1 LIMIT 1",
        "INSERT INTO task.k VALUES (2, 'y'), (NULL, 'z')");
    drain("k");
    assertThat(lanes.get("k").rows()).isEqualTo(rows("k"));
    stored.keySet().removeIf(p -> !p.containsKey("table"));
    stored.replaceAll((p, o) -> undone(o));
    task.stop();
    SourceServer.execute("INSERT INTO task.k VALUES (3, 'stopped')");
    start();
    drain("k");
    assertThat(lanes.get("k").rows()).isEqualTo(rows("k"));
    assertThat(lanes.get("k").count(BatchKind.RESTART)).isEqualTo(1);
  }

  private static Map<String, Object> undone(Map<String, Object> offset) {
    Map<String, Object> copy = new HashMap<>(offset);
    copy.put("done", false);
    return copy;
  }

  @Test
  void aKilledConnectionEndsInANewRun() throws Exception {
    fill("t", 100);
    start();
    drain("t");
    killOurConnections();
    SourceServer.execute("UPDATE task.t SET v = 77");
    drain("t");
    assertThat(lanes.get("t").rows()).isEqualTo(rows("t"));
  }

  private static void killOurConnections() throws SQLException {
    try (Connection connection = SourceServer.root().connect();
        Statement statement = connection.createStatement();
        ResultSet rs =
            statement.executeQuery(
                "SELECT ID FROM information_schema.PROCESSLIST WHERE COMMAND LIKE 'Binlog Dump%'")) {
      while (rs.next()) {
        SourceServer.execute("KILL " + rs.getLong(1));
      }
    }
  }

  @Test
  void tablesCreatedAndAlteredLaterArrive() throws Exception {
    fill("t", 10);
    start();
    drain("t");
    SourceServer.execute(
        "CREATE TABLE task.late (id INT PRIMARY KEY)",
        "INSERT INTO task.late VALUES (1), (2)",
        "ALTER TABLE task.late ADD COLUMN w INT DEFAULT 7",
        "INSERT INTO task.late VALUES (3, 8)",
        "DROP TABLE task.t");
    GtidSet end = executed();
    await()
        .until(
            () ->
                pollOnce()
                    && lanes.containsKey("late")
                    && end.isSubsetOf(lanes.get("late").gtids()));
    assertThat(lanes.get("late").count(BatchKind.SCHEMA)).isEqualTo(2);
    assertThat(lanes.get("t").count(BatchKind.SCHEMA)).isEqualTo(2);
    assertThat(lanes.get("late").rows()).hasSize(3).containsKey("3|8");
  }

  @Test
  void stopDoesNotWaitForAnybody() throws Exception {
    fill("t", 100);
    start();
    pollOnce();
    try (Connection connection = SourceServer.root().connect();
        Statement statement = connection.createStatement()) {
      statement.execute("LOCK TABLES task.t WRITE");
      long begun = System.nanoTime();
      task.stop();
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(15));
    }
  }

  private static void fill(String table, int rows) throws SQLException {
    SourceServer.execute(
        "CREATE TABLE task." + table + " (id INT PRIMARY KEY, v INT, pad VARCHAR(40))",
        "INSERT INTO task."
            + table
            + " WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1"
            + " FROM s WHERE n < "
            + rows
            + ") SELECT /*+ SET_VAR(cte_max_recursion_depth=100000) */"
            + " n, n % 97, LEFT(SHA2(n, 256), 30) FROM s");
  }

  private void start() {
    task = new MySqlSourceTask();
    task.initialize(new Context());
    task.start(settings);
  }

  /** Everything polled counts as stored. */
  private boolean pollOnce() {
    try {
      List<SourceRecord> records = task.poll();
      for (SourceRecord record : records == null ? List.<SourceRecord>of() : records) {
        String table = record.topic().substring(record.topic().lastIndexOf('.') + 1);
        lanes.computeIfAbsent(table, t -> new LaneMirror()).apply(record);
        @SuppressWarnings("unchecked")
        Map<String, Object> offset = (Map<String, Object>) record.sourceOffset();
        stored.put(record.sourcePartition(), offset);
      }
      return true;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void drain(String... tables) throws SQLException {
    GtidSet end = executed();
    await()
        .until(
            () -> {
              pollOnce();
              for (String table : tables) {
                LaneMirror lane = lanes.get(table);
                if (lane == null || !lane.done() || !end.isSubsetOf(lane.gtids())) {
                  return false;
                }
              }
              return true;
            });
  }

  private static GtidSet executed() throws SQLException {
    try (Connection connection = SourceServer.root().connect()) {
      return SourceLog.gtidExecuted(connection);
    }
  }

  private static Map<String, Integer> rows(String table) throws SQLException {
    Map<String, Integer> rows = new TreeMap<>();
    try (Connection connection = new SourceSession(SourceServer.root()).open();
        Statement statement = connection.createStatement();
        ResultSet rs = statement.executeQuery("SELECT * FROM task." + table)) {
      while (rs.next()) {
        byte[][] values = new byte[rs.getMetaData().getColumnCount()][];
        for (int i = 0; i < values.length; i++) {
          values[i] = rs.getBytes(i + 1);
        }
        rows.merge(LaneMirror.text(new Row(values)), 1, Integer::sum);
      }
    }
    return rows;
  }

  private final class Context implements SourceTaskContext {
    @Override
    public Map<String, String> configs() {
      return settings;
    }

    @Override
    public PluginMetrics pluginMetrics() {
      return null;
    }

    @Override
    public OffsetStorageReader offsetStorageReader() {
      return new OffsetStorageReader() {
        @Override
        public <T> Map<String, Object> offset(Map<String, T> partition) {
          return stored.get(partition);
        }

        @Override
        public <T> Map<Map<String, T>, Map<String, Object>> offsets(
            Collection<Map<String, T>> partitions) {
          Map<Map<String, T>, Map<String, Object>> found = new HashMap<>();
          partitions.forEach(p -> found.put(p, stored.get(p)));
          return found;
        }
      };
    }
  }
}
