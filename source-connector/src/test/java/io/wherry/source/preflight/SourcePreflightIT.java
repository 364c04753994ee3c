package io.wherry.source.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.wherry.common.mysql.ServerAddress;
import io.wherry.common.mysql.SslMode;
import io.wherry.common.mysql.TableFilter;
import io.wherry.source.snapshot.SourceServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.testcontainers.mysql.MySQLContainer;
import org.testcontainers.utility.DockerImageName;

/** Every finding of the preflight, provoked on a real server. */
class SourcePreflightIT {
  private static final long FREE_ID = 990_001;

  @BeforeAll
  static void tables() throws SQLException {
    SourceServer.execute(
        "DROP DATABASE IF EXISTS pre",
        "CREATE DATABASE pre",
        "CREATE TABLE pre.keyed (id INT PRIMARY KEY, a INT)",
        "CREATE TABLE pre.keyless (id INT, a INT)",
        "CREATE TABLE pre.child (id INT PRIMARY KEY, k INT, CONSTRAINT fk_k FOREIGN KEY (k)"
            + " REFERENCES pre.keyed (id) ON DELETE CASCADE)",
        "CREATE TABLE pre.old (id INT PRIMARY KEY) ENGINE = MyISAM",
        "CREATE VIEW pre.seen AS SELECT 1 AS a",
        "DROP USER IF EXISTS poor, able",
        "DROP ROLE IF EXISTS mover");
  }

  private static PreflightReport check(ServerAddress address, TableFilter filter, long serverId) {
    PreflightReport report =
        SourcePreflight.check(new PreflightSubject(address, filter, serverId, "mine"));
    report.findings().forEach(f -> System.out.println(f.configKey() + ": " + f.message()));
    report.notes().forEach(n -> System.out.println("note: " + n));
    return report;
  }

  private static PreflightReport check(String tables, String exclude, String columns) {
    return check(SourceServer.root(), TableFilter.parse(tables, exclude, columns), FREE_ID);
  }

  private static void assertOne(PreflightReport report, String key, String... parts) {
    assertThat(report.findings())
        .filteredOn(f -> f.configKey().equals(key))
        .anySatisfy(f -> assertThat(f.message()).contains(parts));
  }

  @Test
  void aGoodSourcePasses() {
    PreflightReport report = check("pre.*", "pre.old", "pre.keyed.a");
    assertThat(report.findings()).isEmpty();
    assertThat(report.notes()).containsExactly("views are not migrated: pre.seen");
  }

  @Test
  void unreachableAndRefused() {
    TableFilter filter = TableFilter.parse("pre.*", "", "");
    ServerAddress root = SourceServer.root();
    PreflightReport closed =
        check(new ServerAddress("127.0.0.1", 1, "x", "y", SslMode.PREFERRED), filter, FREE_ID);
    assertThat(closed.findings()).hasSize(1);
    assertOne(closed, "connection.host", "127.0.0.1:1", "refused");
    PreflightReport unknown =
        check(
            new ServerAddress("no.such.invalid", 1, "x", "y", SslMode.PREFERRED), filter, FREE_ID);
    assertOne(unknown, "connection.host", "no.such.invalid", "UnknownHost");
    PreflightReport wrong = check(SourceServer.account("root", "wrong-pw"), filter, FREE_ID);
    assertThat(wrong.findings()).hasSize(1);
    assertOne(wrong, "connection.user", "root", "1045");
    assertThat(wrong.toString()).doesNotContain("wrong-pw");
    PreflightReport certificate =
        check(
            new ServerAddress(root.host(), root.port(), "root", "secret", SslMode.VERIFY_CA),
            filter,
            FREE_ID);
    assertThat(certificate.findings()).hasSize(1);
    assertOne(certificate, "connection.ssl.mode", "encrypted");
  }

  @Test
  void listsThatMatchNothingAndTablesThatCannotMove() {
    PreflightReport report =
        check("pre.*, pre.seen, none.at_all", "pre.missing, pre.nothing*", "pre.keyed.id, *.*.zz");
    assertOne(report, "tables", "'none.at_all' matches no table");
    assertOne(report, "tables", "views are not moved", "pre.seen");
    assertOne(report, "tables", "InnoDB", "pre.old (MyISAM)");
    assertOne(report, "tables.exclude", "'pre.missing'");
    assertOne(report, "tables.exclude", "'pre.nothing*'");
    assertOne(report, "columns.exclude", "'*.*.zz'");
    assertOne(report, "columns.exclude", "pre.keyed.id");
    assertThat(report.findings()).hasSize(7);
  }

  @Test
  void missingRightsByName() throws SQLException {
    SourceServer.execute(
        "CREATE USER poor IDENTIFIED BY 'p'",
        "GRANT SELECT ON pre.keyed TO poor",
        "GRANT INSERT ON pre.keyless TO poor",
        "GRANT SELECT (id) ON pre.child TO poor");
    TableFilter filter = TableFilter.parse("pre.*", "", "");
    PreflightReport report = check(SourceServer.account("poor", "p"), filter, FREE_ID);
    assertOne(report, "connection.user", "GRANT REPLICATION SLAVE ON *.* TO 'poor'@'%'");
    assertOne(report, "connection.user", "GRANT REPLICATION CLIENT ON *.* TO 'poor'@'%'");
    assertOne(report, "connection.user", "SELECT on", "pre.keyless");
    assertOne(report, "connection.user", "GRANT LOCK TABLES ON `pre`.* TO 'poor'@'%'");
    assertThat(report.notes()).anyMatch(n -> n.contains("not migrated, in: pre"));
    assertThat(report.notes()).anyMatch(n -> n.contains("XA_RECOVER_ADMIN"));
  }

  @Test
  void rightsByRoleCount() throws SQLException {
    SourceServer.execute(
        "CREATE ROLE mover",
        "GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO mover",
        "GRANT SELECT, LOCK TABLES ON `pr_`.* TO mover",
        "CREATE USER able IDENTIFIED BY 'a' DEFAULT ROLE mover");
    TableFilter filter = TableFilter.parse("pre.*", "pre.old", "");
    assertThat(check(SourceServer.account("able", "a"), filter, FREE_ID).findings()).isEmpty();
  }

  @Test
  void serverIdInUse() throws Exception {
    TableFilter filter = TableFilter.parse("pre.keyed", "", "");
    assertOne(check(SourceServer.root(), filter, 1), "server.id", "source's own");
    try (Connection tail = SourceServer.root().connect()) {
      assertThat(new ServerIdClaim(FREE_ID, "mine").take(tail)).isTrue();
      assertThat(new ServerIdClaim(FREE_ID, "mine").take(tail)).isTrue();
      assertThat(check(SourceServer.root(), filter, FREE_ID).findings()).isEmpty();
    }
    try (Connection tail = SourceServer.root().connect()) {
      assertThat(new ServerIdClaim(990_002, "other").take(tail)).isTrue();
      assertOne(check(SourceServer.root(), filter, 990_002), "server.id", "another connector");
    }
    RegisteredReplica replica = new RegisteredReplica(SourceServer.root(), 990_003);
    replica.connect(10_000);
    try {
      assertOne(check(SourceServer.root(), filter, 990_003), "server.id", "replica test");
    } finally {
      replica.disconnect();
    }
  }

  @Test
  void transactionsOlderThanTheMetadata() throws SQLException {
    try (Connection open = SourceServer.root().connect();
        Statement statement = open.createStatement()) {
      open.setAutoCommit(false);
      statement.execute("INSERT INTO pre.keyed VALUES (77, 1)");
      SourceServer.execute(
          "DO SLEEP(1.1)",
          "SET GLOBAL binlog_row_metadata = MINIMAL",
          "SET GLOBAL binlog_row_metadata = FULL");
      PreflightReport report = check("pre.keyed", "", "");
      assertOne(report, "connection.host", "1 transactions are older", "KILL");
      open.rollback();
      assertThat(check("pre.keyed", "", "").findings()).isEmpty();
    }
  }

  @Test
  void preparedTransactions() throws SQLException {
    try (Connection xa = SourceServer.root().connect();
        Statement statement = xa.createStatement()) {
      statement.execute("XA START 'held', 'b'");
      statement.execute("INSERT INTO pre.keyed VALUES (78, 1)");
      statement.execute("XA END 'held', 'b'");
      statement.execute("XA PREPARE 'held', 'b'");
      try {
        assertOne(check("pre.keyed", "", ""), "connection.host", "X'68656C64',X'62',1");
      } finally {
        statement.execute("XA ROLLBACK X'68656c64',X'62',1");
      }
    }
  }

  @Test
  void settingsOfTheLogAllAtOnce() throws SQLException {
    try (MySQLContainer bad =
        new MySQLContainer(DockerImageName.parse("mysql:9.7"))
            .withUsername("root")
            .withPassword("secret")
            .withCommand(
                "--skip-log-bin",
                "--gtid-mode=OFF",
                "--enforce-gtid-consistency=OFF",
                "--binlog-format=MIXED",
                "--binlog-row-image=MINIMAL",
                "--binlog-row-value-options=PARTIAL_JSON",
                "--binlog-expire-logs-seconds=60",
                "--innodb-native-foreign-keys=ON")) {
      bad.start();
      ServerAddress root =
          new ServerAddress(
              bad.getHost(), bad.getMappedPort(3306), "root", "secret", SslMode.PREFERRED);
      try (Connection connection = root.connect();
          Statement statement = connection.createStatement()) {
        statement.execute("CREATE DATABASE pre");
        statement.execute("CREATE TABLE pre.p (id INT PRIMARY KEY)");
        statement.execute(
            "CREATE TABLE pre.c (id INT PRIMARY KEY, CONSTRAINT fk_c FOREIGN KEY (id)"
                + " REFERENCES pre.p (id) ON DELETE CASCADE)");
      }
      PreflightReport report = check(root, TableFilter.parse("pre.*", "", ""), FREE_ID);
      assertOne(report, "connection.host", "log_bin is OFF", "--log-bin");
      assertOne(report, "connection.host", "SET PERSIST binlog_format = 'ROW'");
      assertOne(report, "connection.host", "'MINIMAL'", "SET PERSIST binlog_row_image = 'FULL'");
      assertOne(report, "connection.host", "SET PERSIST binlog_row_metadata = 'FULL'");
      assertOne(report, "connection.host", "SET PERSIST binlog_row_value_options = ''");
      assertOne(report, "connection.host", "gtid_mode is 'OFF'", "OFF_PERMISSIVE, then");
      assertOne(report, "connection.host", "SET PERSIST enforce_gtid_consistency = ON");
      assertOne(report, "tables", "innodb_native_foreign_keys", "pre.c (fk_c)");
      assertThat(report.notes()).anyMatch(n -> n.contains("binlog_expire_logs_seconds is 60"));
      assertThat(report.findings()).hasSize(8);
    }
  }
}
