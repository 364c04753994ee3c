package io.wherry.sink.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wherry.common.model.TableId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SinkSessionIT {
  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = TargetServer.open();
    Sql.run(connection, "DROP DATABASE IF EXISTS session", "CREATE DATABASE session");
    Sql.run(connection, "USE session");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  @Test
  void settingsAreOursWhateverTheServersDefaults() throws SQLException {
    Sql.run(
        connection,
        "SET GLOBAL sql_generate_invisible_primary_key = ON, GLOBAL sql_require_primary_key = ON,"
            + " GLOBAL sql_safe_updates = ON, GLOBAL time_zone = '+05:00'");
    try (Connection other = TargetServer.open()) {
      assertThat(
              Sql.texts(
                  other,
                  "SELECT CONCAT_WS(';', @@time_zone, @@sql_mode, @@foreign_key_checks,"
                      + " @@innodb_lock_wait_timeout, @@transaction_isolation, @@autocommit,"
                      + " @@sql_generate_invisible_primary_key, @@sql_require_primary_key,"
                      + " @@sql_safe_updates, @@unique_checks)"))
          .containsExactly(
              "+00:00;NO_AUTO_VALUE_ON_ZERO,STRICT_ALL_TABLES,ALLOW_INVALID_DATES,"
                  + "NO_ENGINE_SUBSTITUTION;0;5;READ-COMMITTED;0;0;0;0;1");
    } finally {
      Sql.run(
          connection,
          "SET GLOBAL sql_generate_invisible_primary_key = OFF, GLOBAL sql_require_primary_key ="
              + " OFF, GLOBAL sql_safe_updates = OFF, GLOBAL time_zone = 'SYSTEM'");
    }
  }

  @Test
  void everyByteReachesTheServer() throws SQLException {
    byte[] all = new byte[256];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) i;
    }
    SqlText sql = new SqlText().sql("SELECT HEX(_binary").quoted(all).sql(')');
    try (Statement statement = connection.createStatement();
        ResultSet rs = statement.executeQuery(sql.toStatement())) {
      rs.next();
      assertThat(rs.getString(1)).isEqualToIgnoringCase(HexFormat.of().formatHex(all));
    }
  }

  @Test
  void namesOfEveryKindAreTakenAsTheyAre() throws SQLException {
    for (String name :
        new String[] {
          "a`b", "ключ", "Prénom", "日本—語", "back\\slash", "q?{d 'x'}", "a.b.c", "%d %s", "#--/*"
        }) {
      String quoted = TableId.quote(name);
      Sql.run(connection, "CREATE TABLE " + quoted + " (" + quoted + " INT PRIMARY KEY)");
      TargetTable table = TargetTable.read(connection, new TableId("session", name)).orElseThrow();
      assertThat(table.columns().get(0).name()).isEqualTo(name);
      assertThat(DdlRunner.showCreate(connection, table.id()).orElseThrow()).contains(quoted);
    }
  }

  @Test
  void onlyTheServerRefusesNames() {
    assertThatThrownBy(() -> Sql.run(connection, "CREATE TABLE `😀` (a INT)"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("utf8mb3");
  }

  @Test
  void parametersCarryUnicode() throws SQLException {
    try (PreparedStatement query = connection.prepareStatement("SELECT HEX(?), ?, CHARSET(?)")) {
      for (int i = 1; i <= 3; i++) {
        query.setString(i, SinkSession.text("é😀\\'"));
      }
      try (ResultSet rs = query.executeQuery()) {
        rs.next();
        assertThat(rs.getString(1)).isEqualTo("C3A9F09F98805C27");
        assertThat(rs.getString(2)).isEqualTo("é😀\\'");
        assertThat(rs.getString(3)).isEqualTo("utf8mb4");
      }
    }
  }

  @Test
  void anotherThreadEndsABlockedCall() throws Exception {
    CompletableFuture<Void> blocked =
        CompletableFuture.runAsync(
            () -> {
              try {
                Sql.run(connection, "SELECT SLEEP(60)");
              } catch (SQLException e) {
                throw new IllegalStateException(e);
              }
            });
    try (Connection other = TargetServer.open()) {
      String seen = "SELECT COUNT(*) FROM performance_schema.processlist WHERE info LIKE";
      while (Sql.texts(other, seen + " 'SELECT SLEEP%'").contains("0")) {
        Thread.onSpinWait();
      }
    }
    connection.abort(Runnable::run);
    assertThatThrownBy(blocked::get).isInstanceOf(ExecutionException.class);
  }

  @Test
  void noFileOfThisMachineIsEverSent() throws SQLException {
    Sql.run(connection, "CREATE TABLE f (a TEXT)");
    String load = "LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE f";
    assertThatThrownBy(() -> Sql.run(connection, load)).hasMessageContaining("safe path");
    try (Statement statement = connection.createStatement()) {
      LocalData offer = LocalData.offer(statement, new SqlText().sql("row\n"));
      statement.execute(load);
      offer.end();
    }
    assertThat(Sql.texts(connection, "SELECT a FROM f")).containsExactly("row");
    assertThatThrownBy(() -> Sql.run(connection, load)).hasMessageContaining("safe path");
  }
}
