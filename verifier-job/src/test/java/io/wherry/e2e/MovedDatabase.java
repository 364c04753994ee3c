package io.wherry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.wherry.common.model.TableId;
import io.wherry.common.mysql.ServerAddress;
import io.wherry.e2e.compare.TableComparer;
import io.wherry.e2e.stack.ConnectRest;
import io.wherry.e2e.stack.Ledger.Lane;
import io.wherry.e2e.stack.Move;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * One database that one test moves with a pair of connectors of its own. Gone from everywhere when
 * it is closed. Belongs to the test's thread.
 */
final class MovedDatabase implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final String name;
  private final Cluster cluster = Cluster.get();
  private final Move move;

  /** A fresh database of this name on the source; its connectors are not started. */
  MovedDatabase(String name, ConnectWorker worker) throws SQLException {
    this.name = name;
    this.move = cluster.move(worker, name, name);
    on(cluster.source(), "DROP DATABASE IF EXISTS " + name, "CREATE DATABASE " + name);
  }

  Move move() {
    return move;
  }

  ConnectRest connect() {
    return move.connect();
  }

  /** Runs these statements on the source, in one session and this database. */
  void source(String... statements) throws SQLException {
    onDatabase(cluster.source(), name, statements);
  }

  /** A table with this many rows: a number for key, a number that changes, and some text. */
  void createTable(String table, int rows) throws SQLException {
    source(
        "CREATE TABLE " + table + " (id INT PRIMARY KEY, v INT NOT NULL, pad VARCHAR(80) NOT NULL)",
        "SET SESSION cte_max_recursion_depth = 10000000",
        "INSERT INTO "
            + table
            + " WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < "
            + rows
            + ") SELECT n, 0, SHA2(n, 256) FROM s");
  }

  void awaitSnapshot() throws SQLException {
    Set<TableId> tables = move.sourceTables().keySet();
    await("snapshot", () -> move.isSnapshotDone(tables));
  }

  void awaitRows(long rows) {
    await(
        rows + " rows applied",
        () -> move.lanes().stream().mapToLong(Lane::rowsApplied).sum() >= rows);
  }

  /** Waits until every lane has passed what the source has committed, and compares. */
  void assertMoved() throws SQLException {
    String gtids = move.sourceGtids();
    await("drained", () -> move.behind(gtids).isEmpty());
    var report = new TableComparer(cluster.source(), cluster.target()).compare(List.of(name));
    assertThat(report.identical()).as(report.toString()).isTrue();
    assertThat(report.tables()).isEqualTo(move.sourceTables().size());
  }

  /** Both connectors, with these settings of the source's beside those of config/. */
  void start(Map<String, String> sourceSettings) {
    start(sourceSettings, Map.of());
  }

  void start(Map<String, String> sourceSettings, Map<String, String> sinkSettings) {
    move.startSource(sourceSettings);
    move.startSink(sinkSettings);
  }

  /**
   * Fails at once when a connector does, and tells where the lanes stand when it takes too long.
   */
  void await(String what, Callable<Boolean> done) {
    try {
      Awaitility.await(what)
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(100))
          .until(
              () -> {
                assertThat(move.failure()).isEmpty();
                return done.call();
              });
    } catch (ConditionTimeoutException e) {
      throw new AssertionError(what + ": not in time; lanes " + lanes(), e);
    }
  }

  private List<Lane> lanes() {
    try {
      return move.lanes();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void onDatabase(ServerAddress server, String database, String... statements)
      throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("USE " + database);
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static void on(ServerAddress server, String... statements) throws SQLException {
    onDatabase(server, "information_schema", statements);
  }

  @Override
  public void close() throws SQLException {
    move.remove();
    move.close();
    on(cluster.source(), "DROP DATABASE IF EXISTS " + name);
    on(cluster.target(), "DROP DATABASE IF EXISTS " + name);
  }
}
