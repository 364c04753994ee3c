package io.wherry.sink.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wherry.common.model.TableId;
import io.wherry.common.wire.Ddl;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DdlRunnerIT {
  private static final Router NONE = Router.parse("", "");
  private static final String SESSION =
      "SELECT CONCAT_WS(';', @@sql_mode, @@time_zone, @@character_set_client,"
          + " @@collation_connection, @@foreign_key_checks, @@auto_increment_increment, @@autocommit)";

  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = TargetServer.open();
    for (String database : List.of("ddl", "ddl2", "ddl3", "`ддл``3`")) {
      Sql.run(connection, "DROP DATABASE IF EXISTS " + database);
    }
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private static Ddl statement(String sql, Map<String, String> session) {
    byte[] bytes = sql.getBytes(StandardCharsets.UTF_8);
    return new Ddl(Ddl.Origin.STATEMENT, bytes, "ddl", session, "u:1");
  }

  private static Ddl definition(String sql) {
    byte[] bytes = sql.getBytes(StandardCharsets.UTF_8);
    return new Ddl(Ddl.Origin.DEFINITION, bytes, "ddl", Map.of(), "");
  }

  private String show(String database, String table) throws SQLException {
    return DdlRunner.showCreate(connection, new TableId(database, table)).orElseThrow();
  }

  @Test
  void aDefinitionComesOutAsItWentIn() throws SQLException {
    Sql.run(
        connection,
        "CREATE DATABASE ddl2",
        "CREATE TABLE ddl2.`t``x` (id INT AUTO_INCREMENT PRIMARY KEY, `é` VARCHAR(9) CHARACTER SET"
            + " latin1 DEFAULT 'ü''\\\\' COMMENT 'ключ;--', e ENUM('é','b') CHARACTER SET latin1,"
            + " ts TIMESTAMP NOT NULL DEFAULT '2024-01-01 00:00:00', z DATE DEFAULT '0000-00-00',"
            + " g INT AS (id_ + 1) VIRTUAL, id_ INT INVISIBLE, KEY ((id_ * 2)),"
            + " CHECK (id_ <> 7), v VECTOR(4), p POINT NOT NULL SRID 4326, SPATIAL KEY (p))"
            + " COMMENT='日本' DEFAULT CHARSET=utf8mb3 AUTO_INCREMENT=77");
    String source = show("ddl2", "t`x");
    DdlRunner.run(connection, definition(source), NONE);
    assertThat(show("ddl", "t`x")).isEqualTo(source);
  }

  @Test
  void aMissingDatabaseIsCreatedUnderItsRoutedName() throws SQLException {
    Router router = Router.parse("ddl:`ддл``3`", "ddl.parent:ddl3.p");
    DdlRunner.run(connection, definition("CREATE TABLE `parent` (`id` int PRIMARY KEY)"), router);
    String child =
        "CREATE TABLE `child` (`p` int, CONSTRAINT `f` FOREIGN KEY (`p`) REFERENCES `parent` (`id`))";
    DdlRunner.run(connection, definition(child), router);
    assertThat(show("ddl3", "p")).contains("`id` int");
    assertThat(show("ддл`3", "child")).contains("REFERENCES `ddl3`.`p` (`id`)");
  }

  @Test
  void theChildMayComeBeforeItsParent() throws SQLException {
    DdlRunner.run(
        connection,
        definition("CREATE TABLE `child` (`p` int, FOREIGN KEY (`p`) REFERENCES `parent` (`id`))"),
        NONE);
    DdlRunner.run(connection, definition("CREATE TABLE `parent` (`id` int PRIMARY KEY)"), NONE);
    assertThat(show("ddl", "child")).contains("REFERENCES `parent` (`id`)");
  }

  @Test
  void aStatementRunsInItsOwnSessionAndLeavesOurs() throws SQLException {
    List<String> before = Sql.texts(connection, SESSION);
    Map<String, String> session =
        Map.of(
            "sql_mode", "'ANSI_QUOTES,NO_ZERO_DATE'",
            "time_zone", "'+05:00'",
            "character_set_client", "'latin1'",
            "collation_connection", "latin1_general_ci",
            "foreign_key_checks", "1",
            "auto_increment_increment", "5");
    byte[] sql =
        "CREATE TABLE \"T\" (ts TIMESTAMP DEFAULT '2024-01-01 05:00:00', é INT)"
            .getBytes(StandardCharsets.ISO_8859_1);
    DdlRunner.run(connection, new Ddl(Ddl.Origin.STATEMENT, sql, "ddl", session, "u:1"), NONE);
    assertThat(show("ddl", "T")).contains("'2024-01-01 00:00:00'").contains("`é` int");
    assertThat(Sql.texts(connection, SESSION)).isEqualTo(before);
    assertThatThrownBy(
            () -> DdlRunner.run(connection, statement("ALTER TABLE none ADD a INT", session), NONE))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("1146");
    assertThat(Sql.texts(connection, SESSION)).isEqualTo(before);
  }

  @Test
  void theLifeOfATable() throws SQLException {
    Router router = Router.parse("ddl:ddl2", "");
    String[] statements = {
      "CREATE TABLE t (a INT) START TRANSACTION",
      "ALTER TABLE t ADD COLUMN b VARCHAR(9) NULL FIRST",
      "CREATE INDEX i ON t (a)",
      "DROP INDEX i ON ddl.t",
      "TRUNCATE TABLE t",
    };
    for (String sql : statements) {
      DdlRunner.run(connection, statement(sql, Map.of()), router);
    }
    assertThat(show("ddl2", "t")).contains("`b` varchar(9)").doesNotContain("KEY");
    DdlRunner.run(connection, statement("DROP TABLE IF EXISTS `t` /* x */", Map.of()), router);
    DdlRunner.run(connection, statement("DROP TABLE IF EXISTS `t` /* x */", Map.of()), router);
    assertThat(DdlRunner.showCreate(connection, new TableId("ddl2", "t"))).isEmpty();
    assertThat(DdlRunner.showCreate(connection, new TableId("nodb", "t"))).isEmpty();
  }

  @Test
  void messagesHoldNoValues() throws SQLException {
    DdlRunner.run(connection, definition("CREATE TABLE `t` (`a` varchar(20))"), NONE);
    Sql.run(connection, "INSERT INTO ddl.t VALUES ('secret'), ('secret')");
    assertThatThrownBy(
            () ->
                DdlRunner.run(
                    connection, statement("ALTER TABLE t ADD UNIQUE (a)", Map.of()), NONE))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("ddl.t")
        .hasMessageNotContaining("secret")
        .hasNoCause();
  }

  @Test
  void hostileSessionsAreRefused() {
    for (String value : List.of("1; DROP TABLE x", "'a' OR 1", "'\\'", "@@x", "")) {
      Ddl ddl = statement("DROP TABLE t", Map.of("sql_mode", value));
      assertThatThrownBy(() -> DdlRunner.run(connection, ddl, NONE))
          .as(value)
          .isInstanceOf(DataException.class);
    }
    Ddl name = statement("DROP TABLE t", Map.of("a, b", "1"));
    assertThatThrownBy(() -> DdlRunner.run(connection, name, NONE))
        .isInstanceOf(DataException.class);
  }
}
