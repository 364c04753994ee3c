package io.wherry.sink;

import static io.wherry.sink.LaneScript.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wherry.common.model.TableId;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.connect.errors.ConnectException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What goes wrong around a lane on a real target, and what is right again afterwards. */
class FaultsIT {
  private static final String NAME = "sinkfaults";
  private static final String TOPIC = "w.sinkfaults.t";
  private static final String OTHER_TOPIC = "w.sinkfaults.other";

  private final LaneScript lane = new LaneScript(new TableId(NAME, "t"));
  private final LaneScript other = new LaneScript(new TableId(NAME, "other"));
  private final List<FakeWorker> workers = new ArrayList<>();
  private Connection intruder;

  @BeforeEach
  void clean() throws SQLException {
    Target.clean(NAME);
    intruder = Target.connect();
    intruder.setAutoCommit(false);
  }

  @AfterEach
  void stop() throws SQLException {
    intruder.close();
    workers.forEach(FakeWorker::stop);
  }

  private FakeWorker start() {
    return start(Target.config(NAME));
  }

  private FakeWorker start(Map<String, String> config) {
    FakeWorker worker = new FakeWorker(config);
    workers.add(worker);
    return worker;
  }

  private FakeWorker withTwoRows() {
    lane.definition().rows(row(1, "a"), row(2, "b"));
    FakeWorker worker = start().assign(TOPIC, lane.records(), 0);
    worker.drain();
    return worker;
  }

  private void intrude(String... statements) throws SQLException {
    try (Statement statement = intruder.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private void lockRow(int id) throws SQLException {
    intrude("SELECT * FROM " + lane.table().quoted() + " WHERE id = " + id + " FOR UPDATE");
  }

  private static boolean writesWait() {
    return !texts(
            "SELECT ENGINE_LOCK_ID FROM performance_schema.data_locks WHERE LOCK_STATUS ="
                + " 'WAITING'")
        .isEmpty();
  }

  private static List<String> texts(String sql) {
    try {
      return Target.texts(sql);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static String ledgerOf(String table, String column) {
    String where = " WHERE source_table = '" + table + "'";
    return texts("SELECT " + column + " FROM ledger_" + NAME + ".ledger" + where).get(0);
  }

  private static boolean ledgerHas(String table, String condition) {
    String where = " WHERE source_table = '" + table + "' AND " + condition;
    return !texts("SELECT 1 FROM ledger_" + NAME + ".ledger" + where).isEmpty();
  }

  private static void killConnectionsOf(String table) {
    for (String id : ledgerOf(table, "connection_ids").split(",")) {
      try {
        Target.run("KILL " + id);
      } catch (SQLException e) {
        // Gone already.
        continue;
      }
    }
  }

  @Test
  void theOwnerBeforeNeverWritesAgain() throws SQLException {
    FakeWorker first = withTwoRows();
    String connections = ledgerOf("t", "connection_ids");
    FakeWorker second = start().assign(TOPIC, lane.records(), 0);
    second.drain();
    assertThat(
            texts(
                "SELECT id FROM information_schema.processlist WHERE id IN (" + connections + ")"))
        .isEmpty();

    lane.changes(c -> c.insert(row(3, "c")));
    long before = first.committed(TOPIC);
    for (int i = 0; i < 100; i++) {
      first.poll();
    }
    first.commit();
    assertThat(first.committed(TOPIC)).isEqualTo(before);
    assertThat(Target.rows(lane.table())).containsExactly("1=a", "2=b");

    second.drain();
    assertThat(Target.rows(lane.table())).containsExactly("1=a", "2=b", "3=c");
    assertThat(ledgerOf("t", "epoch")).isEqualTo("2");
  }

  @Test
  void aClaimEndsTheTransactionThatTheOwnerBeforeIsStuckIn() throws SQLException {
    FakeWorker first = withTwoRows();
    lockRow(1);
    lane.changes(c -> c.update(row(1, "a"), row(1, "a2")));
    first.pollUntil(FaultsIT::writesWait);
    FakeWorker second = start().assign(TOPIC, lane.records(), 0);
    second.pollUntil(() -> ledgerOf("t", "epoch").equals("2"));
    intruder.rollback();
    second.drain();
    assertThat(Target.rows(lane.table())).containsExactly("1=a2", "2=b");
  }

  @Test
  void aConnectionKilledInTheMiddleOfATransactionCostsNothing() throws SQLException {
    FakeWorker worker = withTwoRows();
    lockRow(2);
    lane.changes(
        c -> {
          c.update(row(1, "a"), row(1, "a2"));
          c.update(row(2, "b"), row(2, "b2"));
        });
    worker.pollUntil(FaultsIT::writesWait);
    killConnectionsOf("t");
    intruder.rollback();
    worker.drain();
    assertThat(Target.rows(lane.table())).containsExactly("1=a2", "2=b2");
    assertThat(ledgerOf("t", "rows_applied")).isEqualTo("4");
  }

  @Test
  void aLaneThatWaitsForALockDelaysNoOtherLane() throws SQLException {
    FakeWorker worker = withTwoRows();
    lockRow(1);
    lane.changes(c -> c.update(row(1, "a"), row(1, "a2")));
    worker.pollUntil(FaultsIT::writesWait);

    other.definition().lastRows(row(1, "x"));
    worker.assign(OTHER_TOPIC, other.records(), 0);
    worker.pollUntil(() -> worker.isPaused(TOPIC));
    other.changes(c -> c.insert(row(2, "y")));
    worker.pollUntil(() -> ledgerHas("other", "next_offset = 3"));
    assertThat(Target.rows(other.table())).containsExactly("1=x", "2=y");
    assertThat(Target.rows(lane.table())).containsExactly("1=a", "2=b");
    assertThat(worker.longestPutMs()).isLessThan(1_000);

    intruder.rollback();
    worker.drain();
    assertThat(Target.rows(lane.table())).containsExactly("1=a2", "2=b");
  }

  @Test
  void aDeadlockIsTriedAgain() throws Exception {
    FakeWorker worker = withTwoRows();
    // The heavier transaction survives: the lane shall be the one that is undone.
    intrude("CREATE TABLE " + NAME + ".ballast (id INT AUTO_INCREMENT PRIMARY KEY)");
    intrude(
        "INSERT INTO "
            + NAME
            + ".ballast (id) SELECT NULL FROM (WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT"
            + " n + 1 FROM s WHERE n < 900) SELECT n FROM s) q");
    lockRow(2);
    lane.changes(
        c -> {
          c.update(row(1, "a"), row(1, "a2"));
          c.update(row(2, "b"), row(2, "b2"));
        });
    worker.pollUntil(FaultsIT::writesWait);
    long deadlocks = deadlocks();
    intrude("UPDATE " + lane.table().quoted() + " SET v = v WHERE id = 1");
    assertThat(deadlocks()).isEqualTo(deadlocks + 1);
    intruder.rollback();
    worker.drain();
    assertThat(Target.rows(lane.table())).containsExactly("1=a2", "2=b2");
  }

  private static long deadlocks() {
    return Long.parseLong(
        texts(
                "SELECT COUNT FROM information_schema.INNODB_METRICS WHERE NAME ="
                    + " 'lock_deadlocks'")
            .get(0));
  }

  @Test
  void stopsWithinSecondsWhileAWriteIsBlocked() throws SQLException {
    FakeWorker worker = withTwoRows();
    lockRow(1);
    lane.changes(c -> c.update(row(1, "a"), row(1, "a2")));
    worker.pollUntil(FaultsIT::writesWait);

    long start = System.nanoTime();
    worker.stop();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(8));
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().contains("sink-apply") && thread.isAlive());

    intruder.rollback();
    start().assign(TOPIC, lane.records(), 0).drain();
    assertThat(Target.rows(lane.table())).containsExactly("1=a2", "2=b");
  }

  @Test
  void aStatementStillRunningOnTheServerIsEndedBeforeTheNextOwnerLooks() throws SQLException {
    FakeWorker first = withTwoRows();
    intrude("SELECT * FROM " + lane.table().quoted());
    lane.statement("ALTER TABLE t ADD COLUMN n INT NOT NULL DEFAULT 7").progress();
    String altering =
        "SELECT ID FROM information_schema.PROCESSLIST WHERE INFO LIKE 'ALTER%ADD COLUMN n%'";
    first.pollUntil(() -> !texts(altering).isEmpty());
    List<String> left = texts(altering);
    // The process is gone; the server does not notice while the statement waits.
    first.crash();
    assertThat(texts(altering)).isEqualTo(left);

    FakeWorker second = start().assign(TOPIC, lane.records(), 0);
    second.pollUntil(() -> !texts(altering).isEmpty() && !texts(altering).equals(left));
    intruder.rollback();
    second.drain();
    assertThat(texts("SELECT n FROM " + lane.table().quoted())).containsExactly("7", "7");
  }

  @Test
  void memoryStaysBoundedAndAStuckLaneStarvesNobody() throws SQLException {
    Map<String, String> config = Target.config(NAME);
    config.put("buffer.max.bytes", String.valueOf(4 << 20));
    lane.definition().rows(row(1, "a"));
    FakeWorker worker = start(config).assign(TOPIC, lane.records(), 0);
    worker.drain();
    lockRow(1);
    lane.changes(c -> c.update(row(1, "a"), row(1, "a2")));
    IntStream.range(10, 200).forEach(i -> lane.changes(c -> c.insert(row(i, "x".repeat(300_000)))));
    other.definition();
    IntStream.range(0, 100).forEach(i -> other.changes(c -> c.insert(row(i, "y".repeat(300_000)))));
    worker.assign(OTHER_TOPIC, other.records(), 0);

    worker.pollUntil(() -> worker.committedAll(OTHER_TOPIC));
    assertThat(worker.isPaused(TOPIC)).isTrue();
    // One poll of at most 50 records may come on top of the bound.
    assertThat(worker.position(TOPIC)).isLessThan(2 + (4 << 20) / 300_000 + 51);
    intruder.rollback();
    worker.drain();
    assertThat(texts("SELECT COUNT(*) FROM " + lane.table().quoted())).containsExactly("191");
  }

  @Test
  void aTargetThatLostTransactionsGetsThemAgain() throws SQLException {
    FakeWorker worker = withTwoRows();
    Target.run(
        "CREATE TABLE " + NAME + ".t_then AS SELECT * FROM " + NAME + ".t",
        "CREATE TABLE " + NAME + ".ledger_then AS SELECT * FROM ledger_" + NAME + ".ledger");
    lane.changes(c -> c.insert(row(3, "c"))).changes(c -> c.delete(row(1, "a")));
    worker.drain();
    assertThat(Target.rows(lane.table())).containsExactly("2=b", "3=c");

    failBack();
    lane.changes(c -> c.insert(row(4, "d")));
    worker.drain();
    assertThat(Target.rows(lane.table())).containsExactly("2=b", "3=c", "4=d");
    assertThat(ledgerOf("t", "next_offset")).isEqualTo("5");
  }

  @Test
  void aTargetThatLostTheClaimIsClaimedAgain() throws SQLException {
    withTwoRows();
    Target.run(
        "CREATE TABLE " + NAME + ".t_then AS SELECT * FROM " + NAME + ".t",
        "CREATE TABLE " + NAME + ".ledger_then AS SELECT * FROM ledger_" + NAME + ".ledger");
    workers.get(0).crash();
    lane.changes(c -> c.insert(row(3, "c")));
    FakeWorker worker = start().assign(TOPIC, lane.records(), 0);
    worker.drain();

    failBack();
    lane.changes(c -> c.insert(row(4, "d")));
    worker.drain();
    assertThat(Target.rows(lane.table())).containsExactly("1=a", "2=b", "3=c", "4=d");
  }

  /** As a failover to a replica that was behind: all connections break, the past is back. */
  private static void failBack() throws SQLException {
    killConnectionsOf("t");
    Target.run(
        "DELETE FROM " + NAME + ".t",
        "INSERT INTO " + NAME + ".t SELECT * FROM " + NAME + ".t_then",
        "DELETE FROM ledger_" + NAME + ".ledger",
        "INSERT INTO ledger_" + NAME + ".ledger SELECT * FROM " + NAME + ".ledger_then");
  }

  @Test
  void givesUpAfterTheTimeoutThatIsConfigured() throws SQLException {
    Map<String, String> config = Target.config(NAME);
    config.put("retry.timeout.ms", "1");
    lane.definition().rows(row(1, "a"));
    FakeWorker worker = start(config).assign(TOPIC, lane.records(), 0);
    worker.drain();
    lockRow(1);
    lane.changes(c -> c.update(row(1, "a"), row(1, "a2")));
    assertThatThrownBy(() -> worker.pollUntil(() -> false))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("gave up after retry.timeout.ms")
        .hasMessageContaining("1205");
  }

  @Test
  void waitsForAPersonAndGoesOnWhenTheRightIsThere() throws SQLException {
    Target.run(
        "DROP USER IF EXISTS faulty",
        "CREATE USER faulty IDENTIFIED BY 'secret'",
        "GRANT SESSION_VARIABLES_ADMIN ON *.* TO faulty",
        "GRANT ALL ON `ledger_" + NAME + "`.* TO faulty",
        "CREATE DATABASE " + NAME,
        "GRANT SELECT, CREATE ON " + NAME + ".* TO faulty");
    Map<String, String> config = Target.config(NAME);
    config.put("connection.user", "faulty");
    lane.definition().rows(row(1, "a"));
    FakeWorker worker = start(config).assign(TOPIC, lane.records(), 0);
    worker.pollUntil(
        () -> claimed() && ledgerHas("t", "last_error LIKE '%INSERT command denied%'"));
    Target.run("GRANT INSERT, UPDATE, DELETE ON " + NAME + ".* TO faulty");
    worker.drain();
    assertThat(Target.rows(lane.table())).containsExactly("1=a");
    assertThat(ledgerOf("t", "last_error")).isNull();
  }

  private static boolean claimed() {
    String ledger = "TABLE_SCHEMA = 'ledger_" + NAME + "' AND TABLE_NAME = 'ledger'";
    return !texts("SELECT 1 FROM information_schema.TABLES WHERE " + ledger).isEmpty();
  }

  @Test
  void aRebalanceInsideATaskKeepsItsOtherLanes() throws SQLException {
    FakeWorker first = withTwoRows();
    other.definition().rows(row(1, "x"));
    first.assign(OTHER_TOPIC, other.records(), 0).drain();
    first.revoke(OTHER_TOPIC);
    assertThat(ledgerOf("other", "connection_ids")).isEmpty();
    FakeWorker second = start().assign(OTHER_TOPIC, other.records(), 0);

    lane.changes(c -> c.insert(row(3, "c")));
    other.changes(c -> c.insert(row(2, "y")));
    first.drain();
    second.drain();
    assertThat(Target.rows(lane.table())).containsExactly("1=a", "2=b", "3=c");
    assertThat(Target.rows(other.table())).containsExactly("1=x", "2=y");
    first.assign(OTHER_TOPIC, other.records(), 0);
    second.revoke(OTHER_TOPIC);
    first.drain();
    assertThat(ledgerOf("other", "epoch")).isEqualTo("3");
  }

  @Test
  void theServerComesBackAfterAWhile() throws SQLException {
    FakeWorker worker = withTwoRows();
    Target.run("SET GLOBAL read_only = ON", "SET GLOBAL super_read_only = ON");
    try {
      lane.changes(c -> c.insert(row(3, "c")));
      worker.pollUntil(() -> worker.isPaused(TOPIC));
    } finally {
      Target.run("SET GLOBAL super_read_only = OFF", "SET GLOBAL read_only = OFF");
    }
    worker.drain();
    Awaitility.await().until(() -> Target.rows(lane.table()).size() == 3);
  }
}
