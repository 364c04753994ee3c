package io.wherry.sink.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wherry.common.model.Column;
import io.wherry.common.model.Columns;
import io.wherry.common.model.Row;
import io.wherry.common.model.TableId;
import io.wherry.common.model.ValueKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RowLoaderIT {
  private static final Columns COLUMNS =
      Rows.columns(Rows.key("id", 1), Rows.text("name", 0), Rows.number("n"));

  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = TargetServer.open();
    Sql.run(connection, "DROP DATABASE IF EXISTS loads", "CREATE DATABASE loads", "USE loads");
    Sql.run(connection, "CREATE TABLE t (id INT PRIMARY KEY, name VARCHAR(5) NOT NULL, n TINYINT)");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private TargetTable table() throws SQLException {
    return TargetTable.read(connection, new TableId("loads", "t")).orElseThrow();
  }

  private List<String> ids() throws SQLException {
    return Sql.texts(connection, "SELECT id FROM t ORDER BY id");
  }

  @Test
  void aRowThatIsThereMeansUpsert() throws SQLException {
    Sql.run(connection, "INSERT INTO t VALUES (2, 'old', 1)");
    List<Row> rows = List.of(Rows.row(1, "a", 1), Rows.row(2, "b", 2));
    assertThatThrownBy(() -> RowLoader.load(connection, table(), COLUMNS, rows))
        .isInstanceOf(DuplicateRows.class);
    connection.rollback();
    assertThatThrownBy(() -> RowLoader.insert(connection, table(), COLUMNS, rows))
        .isInstanceOf(DuplicateRows.class)
        .hasMessageContaining("PRIMARY");
    connection.rollback();
    RowLoader.upsert(connection, table(), COLUMNS, rows);
    connection.commit();
    assertThat(Sql.texts(connection, "SELECT CONCAT(id, name, n) FROM t ORDER BY id"))
        .containsExactly("1a1", "2b2");
  }

  @Test
  void aBentValueIsNeverLoaded() throws SQLException {
    List<Row> bad =
        List.of(
            Rows.row(1, "a", 300),
            Rows.row(1, "secret", 3),
            Rows.row(1, null, 3),
            Rows.row("x", "a", 3));
    for (Row row : bad) {
      List<Row> rows = List.of(Rows.row(7, "ok", 1), row);
      assertThatThrownBy(() -> RowLoader.load(connection, table(), COLUMNS, rows))
          .isInstanceOf(LoadRefused.class);
      connection.rollback();
      assertThatThrownBy(() -> RowLoader.insert(connection, table(), COLUMNS, rows))
          .isInstanceOf(DataException.class)
          .hasMessageNotContaining("secret");
      connection.rollback();
    }
    assertThat(ids()).isEmpty();
  }

  @Test
  void messagesNameTableKeyAndColumnButNoValue() throws SQLException {
    List<Row> rows = List.of(Rows.row(1, "for column 'n' at row 1", 3));
    assertThatThrownBy(() -> RowLoader.insert(connection, table(), COLUMNS, rows))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("loads.t (key: id) column name")
        .hasNoCause();
    connection.rollback();
  }

  /** The one lenient statement is lenient about the ENUM index 0 only. */
  @Test
  void theInvalidEnumValueExcusesNothingElse() throws SQLException {
    Sql.run(connection, "ALTER TABLE t ADD e ENUM('x', 'y') NULL");
    Columns c =
        Rows.columns(
            Rows.key("id", 1),
            Rows.text("name", 0),
            Rows.number("n"),
            new Column("e", ValueKind.ENUM, null, 0));
    RowLoader.load(connection, table(), c, List.of(Rows.row(1, "a", 1, 0), Rows.row(2, "b", 1, 2)));
    connection.commit();
    assertThat(Sql.texts(connection, "SELECT CAST(e AS UNSIGNED) FROM t ORDER BY id"))
        .containsExactly("0", "2");
    for (Row bad : List.of(Rows.row(3, "toolong", 1, 0), Rows.row(4, "a", 999, 0))) {
      assertThatThrownBy(() -> RowLoader.load(connection, table(), c, List.of(bad)))
          .isInstanceOf(DataException.class);
      connection.rollback();
    }
    assertThat(Sql.texts(connection, "SELECT @@sql_mode").get(0)).contains("STRICT_ALL_TABLES");
    RowLoader.upsert(connection, table(), c, List.of(Rows.row(2, "b", 2, 0)));
    connection.commit();
    assertThat(Sql.texts(connection, "SELECT CONCAT(n, CAST(e AS UNSIGNED)) FROM t WHERE id = 2"))
        .containsExactly("20");
  }

  @Test
  void withoutLocalInfileRowsGoByInsert() throws SQLException {
    TargetTable before = table();
    Sql.run(connection, "SET GLOBAL local_infile = OFF");
    try {
      List<Row> rows = List.of(Rows.row(1, "a", 1));
      assertThatThrownBy(() -> RowLoader.load(connection, before, COLUMNS, rows))
          .isInstanceOf(LoadRefused.class);
      connection.rollback();
      TargetTable now = table();
      assertThat(now.localInfile()).isFalse();
      RowLoader.load(connection, now, COLUMNS, rows);
      connection.commit();
      assertThat(ids()).containsExactly("1");
    } finally {
      Sql.run(connection, "SET GLOBAL local_infile = ON");
    }
  }

  @Test
  void aRowLargerThanOnePacketIsRefusedByName() throws SQLException {
    Sql.run(connection, "ALTER TABLE t MODIFY name LONGTEXT");
    TargetTable small =
        new TargetTable(table().id(), table().columns(), table().uniqueKeys(), 1024, false);
    List<Row> rows = List.of(Rows.row(1, "a".repeat(2000), 1));
    assertThatThrownBy(() -> RowLoader.load(connection, small, COLUMNS, rows))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("max_allowed_packet 1024");
    connection.rollback();
    long packet = table().maxPacket();
    List<Row> huge = List.of(Rows.row(1, "a".repeat((int) Math.min(packet, 70_000_000)), 1));
    assertThatThrownBy(() -> RowLoader.insert(connection, table(), COLUMNS, huge))
        .isInstanceOf(DataException.class);
  }

  @Test
  void aChunkOfManyRows() throws SQLException {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 30_000; i++) {
      rows.add(Rows.row(i, "v" + i % 100, i % 100));
    }
    RowLoader.load(connection, table(), COLUMNS, rows);
    connection.commit();
    RowLoader.upsert(connection, table(), COLUMNS, rows);
    connection.commit();
    assertThat(Sql.texts(connection, "SELECT CONCAT(COUNT(*), ',', SUM(n)) FROM t"))
        .containsExactly("30000,1485000");
  }

  @Test
  void columnsThatTheTargetComputesAreLeftOut() throws SQLException {
    Sql.run(
        connection,
        "CREATE TABLE g (a INT INVISIBLE, id INT AS (a + 1) STORED NOT NULL PRIMARY KEY,"
            + " V INT AS (a * 2) VIRTUAL, extra INT NOT NULL DEFAULT 5)");
    TargetTable g = TargetTable.read(connection, new TableId("loads", "g")).orElseThrow();
    Columns c = Rows.columns(Rows.number("A"), Rows.key("id", 1), Rows.number("v"));
    RowLoader.load(connection, g, c, List.of(Rows.row(1, 2, 2), Rows.row(2, 3, 4)));
    RowLoader.upsert(connection, g, c, List.of(Rows.row(2, 3, 4)));
    ChangeApplier.apply(connection, g, c, List.of(Rows.delete(c, Rows.row(1, 2, 2))));
    connection.commit();
    assertThat(Sql.texts(connection, "SELECT CONCAT_WS(',', a, id, v, extra) FROM g"))
        .containsExactly("2,3,4,5");
  }

  /** C36: a snapshot's row with id 0 keeps it. */
  @Test
  void zeroIsAnIdInAutoIncrementColumns() throws SQLException {
    Sql.run(connection, "CREATE TABLE z (id INT AUTO_INCREMENT PRIMARY KEY, n INT)");
    TargetTable z = TargetTable.read(connection, new TableId("loads", "z")).orElseThrow();
    Columns c = Rows.columns(Rows.key("id", 1), Rows.number("n"));
    RowLoader.load(connection, z, c, List.of(Rows.row(0, 1), Rows.row(-3, 2)));
    RowLoader.upsert(connection, z, c, List.of(Rows.row(0, 3)));
    connection.commit();
    assertThat(Sql.texts(connection, "SELECT CONCAT(id, ',', n) FROM z ORDER BY id"))
        .containsExactly("-3,2", "0,3");
  }

  @Test
  void columnsMustFit() throws SQLException {
    Columns more = Rows.columns(Rows.key("id", 1), Rows.text("name", 0), Rows.number("other"));
    assertThatThrownBy(() -> RowLoader.load(connection, table(), more, List.of()))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("loads.t")
        .hasMessageContaining("other");
    Columns less = Rows.columns(Rows.key("id", 1));
    assertThatThrownBy(() -> RowLoader.load(connection, table(), less, List.of()))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("name");
  }
}
