package io.wherry.source.tail;

import static org.assertj.core.api.Assertions.assertThat;

import io.wherry.common.model.GtidSet;
import io.wherry.common.model.TableId;
import io.wherry.common.mysql.DdlStatement.Verb;
import io.wherry.common.wire.Ddl;
import io.wherry.source.snapshot.SourceServer;
import io.wherry.source.tail.TailEvents.Begun;
import io.wherry.source.tail.TailEvents.Changed;
import io.wherry.source.tail.TailEvents.Idle;
import io.wherry.source.tail.TailEvents.Stated;
import io.wherry.source.tail.TailEvents.Told;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which statements the tail tells, and with what session. */
class StatementIT {

  @BeforeEach
  void tables() throws SQLException {
    SourceServer.execute(
        "DROP DATABASE IF EXISTS tail_ddl",
        "DROP DATABASE IF EXISTS tail_ddl2",
        "DROP DATABASE IF EXISTS tail_else",
        "CREATE DATABASE tail_ddl",
        "CREATE DATABASE tail_else",
        "CREATE TABLE tail_ddl.t (id INT PRIMARY KEY)",
        "CREATE TABLE tail_else.t (id INT PRIMARY KEY)");
  }

  @Test
  void tellsWhatNamesOurTablesAndNothingElse() throws Exception {
    List<Statement> told =
        told(
            "USE tail_ddl",
            "/* app=shop,ver=1 */ ALTER TABLE t ADD COLUMN a INT NULL DEFAULT 1",
            "ALTER\n\tTABLE\n\tt\n\tADD b INT NULL /* trailing */",
            "/*!80000 ALTER TABLE t ADD COLUMN c INT NULL */",
            "USE tail_else",
            "ALTER TABLE tail_ddl.t ADD COLUMN d INT NULL, ALGORITHM=INSTANT",
            "ALTER TABLE t ADD COLUMN d INT NULL",
            "SET SESSION sql_mode = CONCAT(@@SESSION.sql_mode, ',ANSI_QUOTES')",
            "USE tail_ddl",
            "aLtEr tAbLe \"t\" aDd CoLuMn \"e col\" INT NULL",
            "SET SESSION sql_mode = DEFAULT",
            "CREATE VIEW vw AS SELECT id FROM t",
            "DROP VIEW vw",
            "CREATE INDEX ix ON t (a) COMMENT 'ALTER TABLE t DROP COLUMN a'",
            "DROP INDEX ix ON t",
            "TRUNCATE tail_else.t",
            "TRUNCATE t",
            "CREATE TABLE u LIKE t",
            "CREATE TABLE x AS SELECT 1 AS id",
            "RENAME TABLE u TO tail_else.u, x TO y",
            "CREATE TEMPORARY TABLE tmp (id INT)",
            "DROP TEMPORARY TABLE tmp",
            "DROP TABLE IF EXISTS y, tail_else.u",
            "CREATE DATABASE tail_ddl2 CHARACTER SET latin1",
            "ALTER DATABASE tail_ddl2 CHARACTER SET utf8mb4",
            "DROP DATABASE tail_ddl2",
            "DROP DATABASE tail_else");
    assertThat(told.stream().map(s -> s.parsed().verb()).toList())
        .containsExactly(
            Verb.ALTER_TABLE,
            Verb.ALTER_TABLE,
            Verb.ALTER_TABLE,
            Verb.ALTER_TABLE,
            Verb.ALTER_TABLE,
            Verb.CREATE_INDEX,
            Verb.DROP_INDEX,
            Verb.TRUNCATE_TABLE,
            Verb.CREATE_TABLE,
            Verb.CREATE_TABLE,
            Verb.RENAME_TABLE,
            Verb.DROP_TABLE,
            Verb.CREATE_DATABASE,
            Verb.ALTER_DATABASE,
            Verb.DROP_DATABASE);
    assertThat(told.subList(0, 8)).allSatisfy(s -> assertThat(s.tables()).containsExactly(id("t")));
    assertThat(told.get(8).tables()).containsExactly(id("u"), id("t"));
    assertThat(told.get(10).tables()).containsExactly(id("u"), id("x"), id("y"));
    assertThat(told.get(11).tables()).containsExactly(id("y"));
    assertThat(told.get(12).tables()).isEmpty();
    assertThat(told.get(3).ddl().database()).isEqualTo("tail_else");
    assertThat(told.get(3).ddl().origin()).isEqualTo(Ddl.Origin.STATEMENT);
    assertThat(text(told.get(1))).isEqualTo("ALTER\n\tTABLE\n\tt\n\tADD b INT NULL /* trailing */");
  }

  @Test
  void keepsTheSession() throws Exception {
    Statement told =
        told(
                "USE tail_ddl",
                "SET NAMES latin1 COLLATE latin1_german1_ci",
                "SET SESSION time_zone = '+05:30', sql_mode = 'ALLOW_INVALID_DATES,ANSI_QUOTES',"
                    + " foreign_key_checks = 0, unique_checks = 0,"
                    + " explicit_defaults_for_timestamp = 0, collation_server = 'latin1_bin',"
                    + " auto_increment_increment = 3, auto_increment_offset = 2, timestamp = 1e9,"
                    + " default_collation_for_utf8mb4 = utf8mb4_general_ci, lc_time_names = 'de_DE'",
                "ALTER TABLE t ADD COLUMN ts TIMESTAMP DEFAULT '2024-01-01 00:00:00'")
            .get(0);
    assertThat(told.ddl().session())
        .containsExactlyInAnyOrderEntriesOf(
            Map.ofEntries(
                Map.entry("sql_mode", "'ANSI_QUOTES,ALLOW_INVALID_DATES'"),
                Map.entry("time_zone", "'+05:30'"),
                Map.entry("character_set_client", "'latin1'"),
                Map.entry("collation_connection", "'latin1_german1_ci'"),
                Map.entry("collation_server", "'latin1_bin'"),
                Map.entry("foreign_key_checks", "0"),
                Map.entry("unique_checks", "0"),
                Map.entry("sql_auto_is_null", "0"),
                Map.entry("explicit_defaults_for_timestamp", "0"),
                Map.entry("auto_increment_increment", "3"),
                Map.entry("auto_increment_offset", "2"),
                Map.entry("timestamp", "1000000000"),
                Map.entry("default_collation_for_utf8mb4", "'utf8mb4_general_ci'"),
                Map.entry("sql_require_primary_key", "0"),
                Map.entry("lc_time_names", "4")));
  }

  @Test
  void everySessionLiteralCanBeSet() throws Exception {
    Statement told =
        told("USE tail_ddl", "ALTER TABLE t ADD COLUMN d DATETIME(6) DEFAULT CURRENT_TIMESTAMP(6)")
            .get(0);
    try (Connection connection = SourceServer.root().connect();
        java.sql.Statement statement = connection.createStatement()) {
      for (Map.Entry<String, String> variable : told.ddl().session().entrySet()) {
        statement.execute("SET SESSION " + variable.getKey() + " = " + variable.getValue());
      }
    }
    assertThat(told.ddl().session().get("timestamp")).matches("\\d+\\.\\d{6}");
  }

  @Test
  void keepsTheBytesOfTheClientsCharacterSet() throws Exception {
    GtidSet before = TailEvents.executed();
    try (Connection connection = SourceServer.root().connect();
        java.sql.Statement statement = connection.createStatement()) {
      statement.execute("USE tail_ddl");
      statement.execute("SET character_set_client = latin1");
      statement.execute("ALTER TABLE t COMMENT = 'caf\u00c3\u00a9'");
    }
    Stated stated = stated(before).get(0);
    assertThat(stated.statement().ddl().session().get("character_set_client"))
        .isEqualTo("'latin1'");
    assertThat(new String(stated.statement().ddl().sql(), StandardCharsets.UTF_8))
        .isEqualTo("ALTER TABLE t COMMENT = 'caf\u00c3\u00a9'");
  }

  @Test
  void aTableMadeFromASelectIsOneTransaction() throws Exception {
    GtidSet before = TailEvents.executed();
    SourceServer.execute("CREATE TABLE tail_ddl.c (id INT PRIMARY KEY) SELECT 1 AS id, 2 AS v");
    try (TailEvents events = TailEvents.follow("tail_ddl.*", before)) {
      List<Told> seen = events.upTo(TailEvents.executed());
      seen.removeIf(Idle.class::isInstance);
      assertThat(seen.stream().map(t -> t.getClass().getSimpleName()).toList())
          .containsExactly("Begun", "Stated", "Changed", "Committed");
      Statement statement = ((Stated) seen.get(1)).statement();
      assertThat(statement.tables()).containsExactly(id("c"));
      assertThat(statement.ddl().gtid()).isEqualTo(((Begun) seen.get(0)).gtid());
      assertThat(text(statement)).endsWith("START TRANSACTION");
      assertThat(((Changed) seen.get(2)).columns().key()).containsExactly(0);
    }
  }

  private static List<Statement> told(String... statements) throws Exception {
    GtidSet before = TailEvents.executed();
    SourceServer.execute(statements);
    return stated(before).stream().map(Stated::statement).toList();
  }

  private static List<Stated> stated(GtidSet before) throws Exception {
    try (TailEvents events = TailEvents.follow("tail_ddl.*,tail_ddl2.*", before)) {
      return events.upTo(TailEvents.executed()).stream()
          .filter(Stated.class::isInstance)
          .map(Stated.class::cast)
          .toList();
    }
  }

  private static TableId id(String table) {
    return new TableId("tail_ddl", table);
  }

  private static String text(Statement statement) {
    return new String(statement.ddl().sql(), StandardCharsets.UTF_8);
  }
}
