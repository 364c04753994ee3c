package io.wherry.sink.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wherry.common.model.TableId;
import java.sql.Connection;
import java.sql.SQLException;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TargetTableIT {
  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = TargetServer.open();
    Sql.run(connection, "DROP DATABASE IF EXISTS meta", "CREATE DATABASE meta", "USE meta");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private TargetTable read(String table) throws SQLException {
    return TargetTable.read(connection, new TableId("meta", table)).orElseThrow();
  }

  private static TargetColumn.Fill fill(TargetTable table, String column) {
    return table.column(column).orElseThrow().fill();
  }

  @Test
  void columns() throws SQLException {
    Sql.run(
        connection,
        "CREATE TABLE c (id INT AUTO_INCREMENT PRIMARY KEY, Req INT NOT NULL, nul INT NULL,"
            + " def INT NOT NULL DEFAULT 3, ex VARCHAR(9) NOT NULL DEFAULT (UUID()),"
            + " ts TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,"
            + " l1 CHAR(3) CHARACTER SET latin1 INVISIBLE, v INT AS (nul + 1) VIRTUAL,"
            + " s INT AS (nul + 1) STORED NOT NULL, `é` INT)");
    TargetTable c = read("c");
    assertThat(fill(c, "ID")).isEqualTo(TargetColumn.Fill.AUTO_INCREMENT);
    assertThat(fill(c, "req")).isEqualTo(TargetColumn.Fill.REQUIRED);
    assertThat(c.column("REQ").orElseThrow().name()).isEqualTo("Req");
    assertThat(fill(c, "nul")).isEqualTo(TargetColumn.Fill.DEFAULT);
    assertThat(fill(c, "def")).isEqualTo(TargetColumn.Fill.DEFAULT);
    assertThat(fill(c, "ex")).isEqualTo(TargetColumn.Fill.DEFAULT);
    assertThat(fill(c, "ts")).isEqualTo(TargetColumn.Fill.DEFAULT);
    assertThat(fill(c, "v")).isEqualTo(TargetColumn.Fill.GENERATED);
    assertThat(fill(c, "s")).isEqualTo(TargetColumn.Fill.GENERATED);
    assertThat(c.column("l1").orElseThrow().charset()).isEqualTo("latin1");
    assertThat(c.column("É")).isPresent();
    assertThat(c.column("zz")).isEmpty();
    assertThat(c.maxPacket()).isGreaterThan(1 << 20);
  }

  @Test
  void uniqueKeys() throws SQLException {
    Sql.run(
        connection,
        "CREATE TABLE u (a INT NOT NULL, b VARCHAR(20), c INT AS (a + 1) VIRTUAL, d INT,"
            + " PRIMARY KEY (a, d), UNIQUE KEY whole (b), UNIQUE KEY pre (b(3)),"
            + " UNIQUE KEY ex (d, (a + d)), UNIQUE KEY gen (c), KEY plain (d))");
    TargetTable u = read("u");
    assertThat(u.uniqueKeys())
        .extracting(UniqueKey::name)
        .containsExactly("PRIMARY", "ex", "gen", "pre", "whole");
    UniqueKey primary = u.uniqueKeys().get(0);
    assertThat(primary.columns()).containsExactly("a", "d");
    assertThat(primary.plain()).isTrue();
    assertThat(primary.touchesAll()).isFalse();
    assertThat(u.uniqueKeys().subList(1, 4)).allMatch(UniqueKey::touchesAll);
    assertThat(u.uniqueKeys().get(4).touchesAll()).isFalse();
    assertThat(u.uniqueKeys())
        .extracting(UniqueKey::plain)
        .containsExactly(true, false, true, false, true);
  }

  @Test
  void whatIsNotATable() throws SQLException {
    assertThat(TargetTable.read(connection, new TableId("meta", "none"))).isEmpty();
    assertThat(TargetTable.read(connection, new TableId("none", "none"))).isEmpty();
    Sql.run(connection, "CREATE VIEW v AS SELECT 1 AS a");
    assertThatThrownBy(() -> read("v"))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("meta.v");
  }
}
