package io.wherry.sink.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wherry.common.model.Column;
import io.wherry.common.model.Columns;
import io.wherry.common.model.Row;
import io.wherry.common.model.TableId;
import io.wherry.common.model.ValueKind;
import io.wherry.common.wire.Entry;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes against what a naive replica holds, on tables with keys of all kinds. */
class ChangeApplierIT {
  private static final String KEY_COLUMNS =
      " (k VARCHAR(10) COLLATE utf8mb4_0900_ai_ci NOT NULL, u INT NULL, v INT NULL";

  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = TargetServer.open();
    Sql.run(connection, "DROP DATABASE IF EXISTS changes", "CREATE DATABASE changes");
    Sql.run(connection, "USE changes");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  /** The server takes documents of equal value for no change. */
  @Test
  void replacesADocumentByOneOfEqualValue() throws SQLException {
    Sql.run(connection, "CREATE TABLE doc (id INT PRIMARY KEY, j JSON)");
    Columns columns =
        new Columns(
            List.of(
                new Column("id", ValueKind.INTEGER, null, 1),
                new Column("j", ValueKind.JSON, null, 0)));
    Row before = new Row(new byte[][] {{'1'}, "[1, 1.0]".getBytes(StandardCharsets.UTF_8)});
    Row after = new Row(new byte[][] {{'1'}, "[1.0, 1]".getBytes(StandardCharsets.UTF_8)});
    apply("doc", columns, List.of(new Entry.Insert(before)));
    BitSet changed = new BitSet();
    changed.set(1);
    apply("doc", columns, List.of(new Entry.Update(before.pick(columns.key()), changed, after)));
    assertThat(rows("id, j", "doc")).containsExactly("1,[1.0, 1]");
  }

  private TargetTable table(String name) throws SQLException {
    return TargetTable.read(connection, new TableId("changes", name)).orElseThrow();
  }

  private void apply(String name, Columns columns, List<Entry> changes) throws SQLException {
    ChangeApplier.apply(connection, table(name), columns, changes);
    connection.commit();
  }

  private List<String> rows(String columns, String table) throws SQLException {
    return Sql.texts(
        connection, "SELECT CONCAT_WS(',', " + columns + ") FROM " + table + " ORDER BY 1");
  }

  @Test
  void randomHistoriesOnEveryKindOfKey() throws SQLException {
    long seed = System.nanoTime();
    System.out.println("ChangeApplierIT seed " + seed);
    String[] keys = {
      "PRIMARY KEY (k)",
      "PRIMARY KEY (k), UNIQUE KEY (u)",
      "UNIQUE KEY (k), UNIQUE KEY (u, v)",
      "PRIMARY KEY (k), UNIQUE KEY ((u + 1))",
      "PRIMARY KEY (k), w INT AS (u + 2) VIRTUAL, UNIQUE KEY (w)",
      "PRIMARY KEY (k), h INT AS (u) STORED INVISIBLE UNIQUE",
      "INDEX (k)",
    };
    for (String key : keys) {
      Sql.run(
          connection, "DROP TABLE IF EXISTS h", "CREATE TABLE h" + KEY_COLUMNS + ", " + key + ")");
      Random random = new Random(seed);
      History source = new History(random);
      for (int batch = 0; batch < 40; batch++) {
        apply("h", History.COLUMNS, source.changes(1 + random.nextInt(12)));
        assertThat(rows("k, IFNULL(u, '-'), v", "h"))
            .as("seed " + seed + " key " + key + " batch " + batch)
            .containsExactlyInAnyOrderElementsOf(
                source.rows().values().stream()
                    .map(r -> text(r, 0) + "," + text(r, 1) + "," + text(r, 2))
                    .toList());
      }
    }
  }

  private static String text(Row row, int index) {
    return Rows.text(row.get(index));
  }

  /** C31: primary keys exchanged and shifted. */
  @Test
  void primaryKeysMoveInChains() throws SQLException {
    Sql.run(connection, "CREATE TABLE c31 (id INT PRIMARY KEY, v VARCHAR(10))");
    Columns c = Rows.columns(Rows.key("id", 1), Rows.text("v", 0));
    List<Entry> changes = new ArrayList<>();
    for (int i = 1; i <= 5; i++) {
      changes.add(Rows.insert(i, "r" + i));
    }
    apply("c31", c, changes);
    changes.clear();
    changes.add(Rows.update(c, Rows.row(1, "r1"), Rows.row(-1, "r1")));
    changes.add(Rows.update(c, Rows.row(2, "r2"), Rows.row(1, "r2")));
    changes.add(Rows.update(c, Rows.row(-1, "r1"), Rows.row(2, "r1")));
    for (int i = 5; i >= 3; i--) {
      changes.add(Rows.update(c, Rows.row(i, "r" + i), Rows.row(i + 1, "r" + i)));
    }
    changes.add(Rows.delete(c, Rows.row(4, "r3")));
    changes.add(Rows.insert(4, "new"));
    apply("c31", c, changes);
    assertThat(rows("id, v", "c31")).containsExactly("1,r2", "2,r1", "4,new", "5,r4", "6,r5");
  }

  /** C33: a unique value goes from one row to another, by every way. */
  @Test
  void uniqueValuesChangeHands() throws SQLException {
    Sql.run(
        connection,
        "CREATE TABLE c33 (id INT PRIMARY KEY, u VARCHAR(10) NULL UNIQUE, v INT)",
        "INSERT INTO c33 VALUES (1, 'a', 1), (2, 'b', 2), (3, 'c', 3), (4, 'd', 4)");
    Columns c = Rows.columns(Rows.key("id", 1), Rows.text("u", 0), Rows.number("v"));
    apply(
        "c33",
        c,
        List.of(
            Rows.update(c, Rows.row(1, "a", 1), Rows.row(1, null, 1)),
            Rows.update(c, Rows.row(2, "b", 2), Rows.row(2, "a", 2)),
            Rows.update(c, Rows.row(1, null, 1), Rows.row(1, "b", 1)),
            Rows.delete(c, Rows.row(3, "c", 3)),
            Rows.insert(5, "c", 5),
            Rows.update(c, Rows.row(4, "d", 4), Rows.row(4, "d", 44))));
    assertThat(rows("id, u, v", "c33")).containsExactly("1,b,1", "2,a,2", "4,d,44", "5,c,5");
  }

  /** C34: what REPLACE and upserts on the source leave in the log. */
  @Test
  void replaceOnTheSourceComesAsDeletesAndInserts() throws SQLException {
    Sql.run(
        connection,
        "CREATE TABLE c34 (id INT AUTO_INCREMENT PRIMARY KEY, x INT UNIQUE, y INT UNIQUE, v INT)",
        "INSERT INTO c34 VALUES (1, 10, 100, 1), (2, 20, 200, 2), (3, 30, 300, 3)");
    Columns c =
        Rows.columns(Rows.key("id", 1), Rows.number("x"), Rows.number("y"), Rows.number("v"));
    apply(
        "c34",
        c,
        List.of(
            Rows.delete(c, Rows.row(2, 20, 200, 2)),
            Rows.update(c, Rows.row(1, 10, 100, 1), Rows.row(4, 10, 200, 9)),
            Rows.update(c, Rows.row(3, 30, 300, 3), Rows.row(3, 20, 300, 3)),
            Rows.insert(5, 30, 100, 5)));
    assertThat(rows("id, x, y, v", "c34"))
        .containsExactly("3,20,300,3", "4,10,200,9", "5,30,100,5");
  }

  /** C36: 0 and negative numbers in AUTO_INCREMENT columns, key or not. */
  @Test
  void zeroIsAnId() throws SQLException {
    Sql.run(
        connection,
        "CREATE TABLE c36 (id INT AUTO_INCREMENT PRIMARY KEY, code VARCHAR(20) UNIQUE)",
        "CREATE TABLE seq (k VARCHAR(1) PRIMARY KEY, n INT NOT NULL AUTO_INCREMENT, UNIQUE (n))");
    Columns c = Rows.columns(Rows.key("id", 1), Rows.text("code", 0));
    apply("c36", c, List.of(Rows.insert(0, "zero"), Rows.insert(-4, "minus"), Rows.insert(1, "x")));
    apply("c36", c, List.of(Rows.update(c, Rows.row(0, "zero"), Rows.row(0, "ZERO"))));
    assertThat(rows("id, code", "c36")).containsExactly("-4,minus", "0,ZERO", "1,x");
    Columns s = Rows.columns(Rows.text("k", 1), Rows.number("n"));
    apply("seq", s, List.of(Rows.insert("a", 0), Rows.insert("b", 5)));
    apply(
        "seq",
        s,
        List.of(
            Rows.update(s, Rows.row("a", 0), Rows.row("a", 7)),
            Rows.update(s, Rows.row("b", 5), Rows.row("b", 0))));
    assertThat(rows("k, n", "seq")).containsExactly("a,7", "b,0");
  }

  /** C28: equal rows are a number of rows. */
  @Test
  void rowsWithoutAKeyAreCounted() throws SQLException {
    Sql.run(
        connection,
        "CREATE TABLE c28 (host VARCHAR(20), code INT, note TEXT)",
        "INSERT INTO c28 VALUES ('h', 1, 's'), ('h', 1, 's'), ('H', 1, 's'), (NULL, NULL, NULL),"
            + " (NULL, NULL, NULL)");
    Columns c = Rows.columns(Rows.text("host", 0), Rows.number("code"), Rows.text("note", 0));
    Row same = Rows.row("h", 1, "s");
    Row nulls = Rows.row(null, null, null);
    apply(
        "c28",
        c,
        List.of(
            Rows.delete(c, same),
            Rows.insert("h", 1, "s"),
            Rows.update(c, same, Rows.row("h", 2, "s")),
            Rows.update(c, nulls, Rows.row(null, null, "")),
            Rows.delete(c, nulls),
            Rows.insert("h", 2, "s")));
    assertThat(rows("IFNULL(host, '-'), IFNULL(code, '-'), IFNULL(note, '-')", "c28"))
        .containsExactlyInAnyOrder("-,-,", "h,1,s", "h,2,s", "h,2,s", "H,1,s");
    assertThatThrownBy(() -> apply("c28", c, List.of(Rows.delete(c, nulls))))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("changes.c28");
    connection.rollback();
  }

  @Test
  void compositeKeysOfManyTypes() throws SQLException {
    Sql.run(
        connection,
        "CREATE TABLE ck (a DECIMAL(20,5), b VARCHAR(10) CHARACTER SET latin1, e ENUM('x','y'),"
            + " s SET('p','q'), d DATETIME(3), n VARBINARY(5), v INT,"
            + " PRIMARY KEY (d, a, b, e, s, n))",
        "INSERT INTO ck VALUES (1.00001, _latin1 0xE9, 'y', 'p,q', '0000-00-00 00:00:00.000',"
            + " x'00', 1), (1.00002, _latin1 0xE9, 'y', 'p,q', '0000-00-00 00:00:00.000',"
            + " x'00', 2), (-0.00001, '', 'x', '', '2024-02-31 00:00:00.001', '', 3)");
    WireTable wire = WireTable.of(connection, new TableId("changes", "ck"));
    List<Row> rows = wire.rows(connection);
    List<Entry> deletes = new ArrayList<>();
    rows.stream()
        .filter(r -> !text(r, 6).equals("2"))
        .forEach(r -> deletes.add(Rows.delete(wire.columns(), r)));
    apply("ck", wire.columns(), deletes);
    assertThat(rows("v", "ck")).containsExactly("2");
  }

  @Test
  void aRowNeverSwallowsAnotherThroughAUniqueKeyThatOnlyTheTargetHas() throws SQLException {
    Sql.run(
        connection,
        "CREATE TABLE only (id INT PRIMARY KEY, u INT UNIQUE, v INT)",
        "INSERT INTO only VALUES (1, 7, 1)");
    Columns c = Rows.columns(Rows.key("id", 1), Rows.number("u"), Rows.number("v"));
    Entry kept = Rows.update(c, Rows.row(2, 7, 1), Rows.row(2, 7, 2));
    assertThatThrownBy(() -> apply("only", c, List.of(kept)))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("changes.only");
    connection.rollback();
    assertThatThrownBy(() -> apply("only", c, List.of(Rows.insert(2, 7, 2))))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("unique key u");
    connection.rollback();
    assertThat(rows("id, u, v", "only")).containsExactly("1,7,1");
  }

  @Test
  void zerosOfBothSignsAreDifferentRows() throws SQLException {
    Sql.run(
        connection,
        "CREATE TABLE zero (f FLOAT, d DOUBLE, n INT)",
        "INSERT INTO zero VALUES (-0e0, -0e0, 1), (0, 0, 1), (0, -0e0, 1), (-0e0, 0, 1)");
    WireTable wire = WireTable.of(connection, new TableId("changes", "zero"));
    List<Row> rows = wire.rows(connection);
    for (int i = rows.size() - 1; i >= 0; i--) {
      apply("zero", wire.columns(), List.of(Rows.delete(wire.columns(), rows.get(i))));
      assertThat(wire.rows(connection).stream().map(ChangeApplierIT::all).toList())
          .isEqualTo(rows.subList(0, i).stream().map(ChangeApplierIT::all).toList());
    }
  }

  private static String all(Row row) {
    return text(row, 0) + " " + text(row, 1) + " " + text(row, 2);
  }

  /** Two rows that fit one by one do not have to fit together. */
  @Test
  void statementsStaySmallAlthoughRowsAreLarge() throws SQLException {
    Sql.run(connection, "CREATE TABLE packet (id INT PRIMARY KEY, v LONGTEXT)");
    TargetTable real = table("packet");
    TargetTable small =
        new TargetTable(real.id(), real.columns(), real.uniqueKeys(), 1_200_000, false);
    Columns c = Rows.columns(Rows.key("id", 1), Rows.text("v", 0));
    List<Entry> changes = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      changes.add(Rows.insert(i, "x".repeat(i % 2 == 0 ? 10 : 1_000_000)));
    }
    ChangeApplier.apply(connection, small, c, changes);
    connection.commit();
    assertThat(rows("SUM(LENGTH(v))", "packet")).containsExactly("3000030");
  }

  @Test
  void manyRowsAndHugeRowsAreCutIntoStatements() throws SQLException {
    Sql.run(connection, "CREATE TABLE big (id INT PRIMARY KEY, u INT UNIQUE, v LONGTEXT)");
    Columns c = Rows.columns(Rows.key("id", 1), Rows.number("u"), Rows.text("v", 0));
    List<Entry> inserts = new ArrayList<>();
    List<Entry> deletes = new ArrayList<>();
    long bytes = 0;
    for (int i = 0; i < 25_000; i++) {
      String value = i % 5000 == 77 ? "x'".repeat(1_000_000) : "y".repeat(i % 90);
      bytes += value.length();
      inserts.add(Rows.insert(i, i, value));
      deletes.add(Rows.delete(c, Rows.row(i, i, value)));
    }
    apply("big", c, inserts);
    assertThat(rows("COUNT(*), SUM(LENGTH(v)), MAX(id)", "big"))
        .containsExactly("25000," + bytes + ",24999");
    apply("big", c, deletes);
    assertThat(rows("COUNT(*)", "big")).containsExactly("0");
  }
}
