package io.wherry.source.tail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.wherry.common.model.Columns;
import io.wherry.common.model.GtidSet;
import io.wherry.common.model.Position;
import io.wherry.common.model.TableId;
import io.wherry.common.mysql.ServerAddress;
import io.wherry.common.mysql.SslMode;
import io.wherry.source.snapshot.SourceServer;
import io.wherry.source.tail.TailEvents.Begun;
import io.wherry.source.tail.TailEvents.Changed;
import io.wherry.source.tail.TailEvents.Committed;
import io.wherry.source.tail.TailEvents.Failed;
import io.wherry.source.tail.TailEvents.Idle;
import io.wherry.source.tail.TailEvents.Told;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Connecting, resuming, heartbeats and ends of the tail on a real server. */
class BinlogTailIT {

  @BeforeEach
  void tables() throws SQLException {
    SourceServer.execute(
        "DROP DATABASE IF EXISTS tail_it",
        "CREATE DATABASE tail_it",
        "CREATE TABLE tail_it.t (id INT PRIMARY KEY, v VARCHAR(20))",
        "CREATE TABLE tail_it.other (id INT PRIMARY KEY)");
  }

  @Test
  void resumesBehindEveryTransactionAndAlsoBehindTaggedOnes() throws Exception {
    GtidSet before = TailEvents.executed();
    SourceServer.execute(
        "INSERT INTO tail_it.t VALUES (1, 'a')",
        "SET gtid_next = 'AUTOMATIC:wherry_tag'",
        "INSERT INTO tail_it.t VALUES (2, 'b')",
        "INSERT INTO tail_it.t VALUES (3, 'c')",
        "SET gtid_next = 'AUTOMATIC'",
        "FLUSH BINARY LOGS",
        "INSERT INTO tail_it.t VALUES (4, 'd')");
    GtidSet all = TailEvents.executed();
    List<Committed> ends;
    try (TailEvents events = TailEvents.follow("tail_it.t", before)) {
      List<Told> seen = events.upTo(all);
      assertThat(ids(seen)).containsExactly("1", "2", "3", "4");
      ends = seen.stream().filter(Committed.class::isInstance).map(Committed.class::cast).toList();
    }
    assertThat(ends).last().satisfies(e -> assertThat(e.end().gtids()).isEqualTo(all));
    for (int i = 0; i < ends.size(); i++) {
      try (TailEvents again = TailEvents.follow("tail_it.t", ends.get(i).end().gtids())) {
        List<Told> seen = again.upTo(all);
        assertThat(seen.stream().filter(Committed.class::isInstance).toList())
            .isEqualTo(ends.subList(i + 1, ends.size()));
      }
    }
  }

  @Test
  void tellsEveryTransactionAndOnlyRowsOfIncludedTables() throws Exception {
    GtidSet before = TailEvents.executed();
    long started = System.currentTimeMillis();
    SourceServer.execute(
        "INSERT INTO tail_it.other VALUES (1)",
        "BEGIN",
        "INSERT INTO tail_it.t VALUES (1, 'a'), (2, 'b')",
        "SAVEPOINT s",
        "INSERT INTO tail_it.other VALUES (2)",
        "ROLLBACK TO s",
        "UPDATE tail_it.t SET v = 'c', id = 5 WHERE id = 2",
        "DELETE FROM tail_it.t WHERE id = 1",
        "COMMIT",
        "ANALYZE TABLE tail_it.t");
    try (TailEvents events = TailEvents.follow("tail_it.t", before)) {
      List<Told> seen = events.upTo(TailEvents.executed());
      seen.removeIf(Idle.class::isInstance);
      assertThat(seen.stream().map(t -> t.getClass().getSimpleName()).toList())
          .startsWith(
              "Begun",
              "Committed",
              "Begun",
              "Changed",
              "Changed",
              "Changed",
              "Changed",
              "Committed")
          .endsWith("Begun", "Committed");
      Changed update = TailEvents.changes(seen).get(2);
      assertThat(text(update.change().before().get(0))).isEqualTo("2");
      assertThat(text(update.change().after().get(0))).isEqualTo("5");
      assertThat(((Begun) seen.get(0)).commitTimeMs())
          .isBetween(started - 60_000, started + 60_000);
      assertThat(((Begun) seen.get(0)).gtid()).startsWith(events.tail().serverUuid() + ":");
    }
  }

  @Test
  void heartbeatsReachTheEndOfTheLogOfAnIdleSource() throws Exception {
    SourceServer.execute("INSERT INTO tail_it.t VALUES (1, 'a')");
    GtidSet all = TailEvents.executed();
    try (TailEvents events = TailEvents.follow("tail_it.t", all)) {
      Position end = logEnd();
      Position at = events.wait(Idle.class).at();
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
      while (!at.reached(end.file(), end.offset()) && System.nanoTime() < deadline) {
        at = events.wait(Idle.class).at();
      }
      assertThat(at).isEqualTo(new Position(all, end.file(), end.offset()));
      long from = System.nanoTime();
      for (int i = 0; i < 3; i++) {
        assertThat(events.wait(Idle.class).at()).isEqualTo(at);
      }
      System.out.println("three heartbeats in " + (System.nanoTime() - from) / 1_000_000 + " ms");
    }
  }

  @Test
  void commitsLieWhereTheServerSaysTheLogEnds() throws Exception {
    try (TailEvents events = TailEvents.follow("tail_it.t", TailEvents.executed())) {
      SourceServer.execute("INSERT INTO tail_it.t VALUES (1, 'a')");
      assertThat(events.wait(Committed.class).end()).isEqualTo(logEnd());
      SourceServer.execute(
          "SET SESSION binlog_transaction_compression = ON",
          "INSERT INTO tail_it.t VALUES (2, 'b'), (3, REPEAT('x', 20))");
      assertThat(events.wait(Committed.class).end()).isEqualTo(logEnd());
      SourceServer.execute("CREATE TABLE tail_it.n (id INT)");
      assertThat(events.wait(Committed.class).end()).isEqualTo(logEnd());
      SourceServer.execute("FLUSH BINARY LOGS");
      Position rotated = events.wait(Idle.class).at();
      while (rotated.offset() != 4) {
        rotated = events.wait(Idle.class).at();
      }
      assertThat(rotated.file()).isEqualTo(logEnd().file());
    }
  }

  @Test
  void readsCompressedTransactions() throws Exception {
    GtidSet before = TailEvents.executed();
    SourceServer.execute(
        "SET SESSION binlog_transaction_compression = ON, cte_max_recursion_depth = 100000",
        "INSERT INTO tail_it.t SELECT n, REPEAT(n % 10, 20) FROM (WITH RECURSIVE s(n) AS (SELECT 1"
            + " UNION ALL SELECT n + 1 FROM s WHERE n < 30000) SELECT n FROM s) q",
        "UPDATE tail_it.t SET v = 'x' WHERE id < 3");
    try (TailEvents events = TailEvents.follow("tail_it.t", before)) {
      List<Changed> changes = TailEvents.changes(events.upTo(TailEvents.executed()));
      assertThat(changes).hasSize(30_002);
      assertThat(text(changes.get(29_999).change().after().get(1))).isEqualTo("0".repeat(20));
    }
  }

  @Test
  void readsValuesLargerThanAPacket() throws Exception {
    GtidSet before = TailEvents.executed();
    SourceServer.execute(
        "CREATE TABLE tail_it.big (id INT PRIMARY KEY, b LONGBLOB)",
        "INSERT INTO tail_it.big VALUES (1, REPEAT('x', 40000000))",
        "SET SESSION binlog_transaction_compression = ON",
        "UPDATE tail_it.big SET b = CONCAT(b, 'y')");
    try (TailEvents events = TailEvents.follow("tail_it.big", before)) {
      List<Changed> changes = TailEvents.changes(events.upTo(TailEvents.executed()));
      assertThat(changes.get(0).change().after().get(1)).hasSize(40_000_000);
      assertThat(changes.get(1).change().before().get(1)).hasSize(40_000_000);
      assertThat(changes.get(1).change().after().get(1)).hasSize(40_000_001).endsWith('y');
    }
  }

  @Test
  void sizesAroundTheLargestPacketAllFit() throws Exception {
    GtidSet before = TailEvents.executed();
    SourceServer.execute("CREATE TABLE tail_it.big (id INT PRIMARY KEY, b LONGBLOB)");
    int first = (1 << 24) - 60;
    for (int i = 0; i < 24; i++) {
      SourceServer.execute(
          "INSERT INTO tail_it.big VALUES (" + i + ", REPEAT('x', " + (first + i) + "))",
          "DELETE FROM tail_it.big");
    }
    CountingSizes sizes = new CountingSizes(TailEvents.executed());
    try (BinlogTail tail = sizes.tail(before)) {
      tail.start();
      assertThat(sizes.done.await(120, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(sizes.seen).hasSize(48).allMatch(n -> n >= first);
  }

  /** Keeps only how large the second column was. */
  private static final class CountingSizes extends StubListener {
    private final CountDownLatch done = new CountDownLatch(1);
    private final List<Integer> seen = new ArrayList<>();
    private final GtidSet end;

    CountingSizes(GtidSet end) {
      this.end = end;
    }

    @Override
    public void change(TableId table, Columns columns, Change change) {
      seen.add((change.after() == null ? change.before() : change.after()).get(1).length);
    }

    @Override
    public void commit(Position at) {
      if (end.isSubsetOf(at.gtids())) {
        done.countDown();
      }
    }
  }

  @Test
  void doesNotStartOnceItWasClosed() throws Exception {
    try (TailEvents events =
        TailEvents.of(SourceServer.root(), "tail_it.t", TailEvents.executed())) {
      events.tail().close();
      events.tail().start();
      assertThat(threads()).isEmpty();
    }
  }

  @Test
  void givesTheSameColumnsForTheSameTableMap() throws Exception {
    GtidSet before = TailEvents.executed();
    SourceServer.execute(
        "INSERT INTO tail_it.t VALUES (1, 'a')",
        "FLUSH TABLES",
        "INSERT INTO tail_it.t VALUES (2, 'a')",
        "ALTER TABLE tail_it.t ADD COLUMN w INT",
        "INSERT INTO tail_it.t VALUES (3, 'a', 1)");
    try (TailEvents events = TailEvents.follow("tail_it.t", before)) {
      List<Columns> columns =
          TailEvents.changes(events.upTo(TailEvents.executed())).stream()
              .map(Changed::columns)
              .toList();
      assertThat(columns.get(1)).isSameAs(columns.get(0));
      assertThat(columns.get(2).size()).isEqualTo(3);
    }
  }

  @Test
  void tellsKeysAsTheServerChoosesThem() throws Exception {
    GtidSet before = TailEvents.executed();
    SourceServer.execute(
        "CREATE TABLE tail_it.k1 (a INT, b INT, c INT, PRIMARY KEY (c, a))",
        "CREATE TABLE tail_it.k2 (a INT, b INT NOT NULL, UNIQUE (a), UNIQUE (b))",
        "CREATE TABLE tail_it.k3 (a INT, b INT, UNIQUE (a))",
        "CREATE TABLE tail_it.k4 (a INT, b VARCHAR(200), PRIMARY KEY (b(10), a))",
        "INSERT INTO tail_it.k1 VALUES (1, 2, 3)",
        "INSERT INTO tail_it.k2 VALUES (1, 2)",
        "INSERT INTO tail_it.k3 VALUES (1, 2)",
        "INSERT INTO tail_it.k4 VALUES (1, 'x')");
    try (TailEvents events = TailEvents.follow("tail_it.*", before)) {
      List<int[]> keys =
          TailEvents.changes(events.upTo(TailEvents.executed())).stream()
              .map(c -> c.columns().key())
              .toList();
      assertThat(keys.get(0)).containsExactly(2, 0);
      assertThat(keys.get(1)).containsExactly(1);
      assertThat(keys.get(2)).isEmpty();
      assertThat(keys.get(3)).containsExactly(1, 0);
    }
  }

  @Test
  void aLostConnectionIsRetriable() throws Exception {
    try (TailEvents events = TailEvents.follow("tail_it.t", TailEvents.executed())) {
      events.wait(Idle.class);
      long from = System.nanoTime();
      SourceServer.execute("KILL " + dumpThread());
      RuntimeException cause = events.wait(Failed.class).cause();
      System.out.println("failed after " + (System.nanoTime() - from) / 1_000_000 + " ms");
      assertThat(cause).isInstanceOf(RetriableException.class);
    }
  }

  @Test
  void closesWhileTheListenerBlocks() throws Exception {
    CountDownLatch blocked = new CountDownLatch(1);
    StubListener listener =
        new StubListener() {
          @Override
          public void commit(Position end) throws InterruptedException {
            blocked.countDown();
            Thread.sleep(Long.MAX_VALUE);
          }
        };
    BinlogTail tail = listener.tail(TailEvents.executed());
    tail.start();
    SourceServer.execute("INSERT INTO tail_it.t VALUES (1, 'a')");
    assertThat(blocked.await(30, TimeUnit.SECONDS)).isTrue();
    long from = System.nanoTime();
    tail.close();
    System.out.println("closed after " + (System.nanoTime() - from) / 1_000_000 + " ms");
    assertThat(threads()).isEmpty();
    assertThat(listener.failure()).isNull();
  }

  @Test
  void leavesNoThreadAndNoConnectionBehind() throws Exception {
    try (TailEvents events = TailEvents.follow("tail_it.t", TailEvents.executed())) {
      events.wait(Idle.class);
      assertThat(threads()).isNotEmpty();
    }
    assertThat(threads()).isEmpty();
    await().untilAsserted(() -> assertThat(dumpThreads()).isEmpty());
  }

  @Test
  void worksWithoutTls() throws Exception {
    ServerAddress root = SourceServer.root();
    ServerAddress plain =
        new ServerAddress(root.host(), root.port(), root.user(), root.password(), SslMode.DISABLED);
    try (TailEvents events = TailEvents.of(plain, "tail_it.t", TailEvents.executed())) {
      events.tail().start();
      SourceServer.execute("INSERT INTO tail_it.t VALUES (1, 'a')");
      assertThat(ids(events.upTo(TailEvents.executed()))).containsExactly("1");
    }
  }

  @Test
  void namesTransactionsTheServerNeverHad() {
    GtidSet foreign = GtidSet.parse("11111111-2222-3333-4444-555555555555:1-5");
    try (TailEvents events = TailEvents.of(SourceServer.root(), "tail_it.t", foreign)) {
      assertThatThrownBy(events.tail()::start)
          .isInstanceOf(ConnectException.class)
          .isNotInstanceOf(RetriableException.class)
          .hasMessageContaining("11111111-2222-3333-4444-555555555555:1-5")
          .hasMessageContaining("new snapshot");
    }
  }

  @Test
  void namesPurgedTransactions() throws Exception {
    GtidSet before = TailEvents.executed();
    SourceServer.execute(
        "INSERT INTO tail_it.t VALUES (1, 'a')",
        "FLUSH BINARY LOGS",
        "PURGE BINARY LOGS BEFORE NOW() + INTERVAL 1 DAY");
    try (TailEvents events = TailEvents.of(SourceServer.root(), "tail_it.t", before)) {
      assertThatThrownBy(events.tail()::start)
          .isInstanceOf(ConnectException.class)
          .isNotInstanceOf(RetriableException.class)
          .hasMessageContaining("purged")
          .hasMessageContaining(TailEvents.ask("SELECT @@server_uuid") + ":");
    }
  }

  @Test
  void aWrongPasswordIsForAPerson() {
    ServerAddress wrong = SourceServer.account("root", "not-this");
    try (TailEvents events = TailEvents.of(wrong, "tail_it.t", GtidSet.EMPTY)) {
      assertThatThrownBy(events.tail()::start)
          .isInstanceOf(ConnectException.class)
          .isNotInstanceOf(RetriableException.class)
          .hasMessageContaining("connection.password")
          .hasMessageNotContaining("not-this");
    }
  }

  @Test
  void aMissingGrantIsForAPerson() throws Exception {
    SourceServer.execute(
        "DROP USER IF EXISTS weak",
        "CREATE USER weak IDENTIFIED BY 'weak'",
        "GRANT REPLICATION CLIENT ON *.* TO weak");
    ServerAddress weak = SourceServer.account("weak", "weak");
    try (TailEvents events = TailEvents.of(weak, "tail_it.t", TailEvents.executed())) {
      events.tail().start();
      assertThat(events.wait(Failed.class).cause())
          .isInstanceOf(ConnectException.class)
          .isNotInstanceOf(RetriableException.class)
          .hasMessageContaining("REPLICATION SLAVE");
    }
  }

  @Test
  void anUnreachableServerIsRetriable() {
    ServerAddress nowhere = new ServerAddress("127.0.0.1", 1, "root", "x", SslMode.PREFERRED);
    try (TailEvents events = TailEvents.of(nowhere, "tail_it.t", GtidSet.EMPTY)) {
      assertThatThrownBy(events.tail()::start).isInstanceOf(RetriableException.class);
    }
  }

  private static Position logEnd() throws SQLException {
    try (Connection connection = SourceServer.root().connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SHOW BINARY LOG STATUS")) {
      row.next();
      return new Position(GtidSet.parse(row.getString(5)), row.getString(1), row.getLong(2));
    }
  }

  private static String dumpThread() throws SQLException {
    return dumpThreads().get(0);
  }

  private static List<String> dumpThreads() throws SQLException {
    List<String> ids = new ArrayList<>();
    try (Connection connection = SourceServer.root().connect();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT ID FROM performance_schema.processlist WHERE COMMAND LIKE 'Binlog Dump%'")) {
      while (row.next()) {
        ids.add(row.getString(1));
      }
    }
    return ids;
  }

  private static List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(Thread::isAlive)
        .map(Thread::getName)
        .filter(n -> n.startsWith("wherry-tail") || n.startsWith("blc-"))
        .toList();
  }

  private static List<String> ids(List<Told> seen) {
    return TailEvents.changes(seen).stream()
        .filter(c -> c.table().equals(new TableId("tail_it", "t")))
        .map(c -> text(c.change().after().get(0)))
        .toList();
  }

  private static String text(byte[] value) {
    return new String(value, StandardCharsets.US_ASCII);
  }
}
