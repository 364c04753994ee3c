package io.wherry.sink.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.wherry.common.model.Row;
import io.wherry.common.model.TableId;
import io.wherry.common.wire.Entry;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Every type through every way of writing, against a copy that plain SQL made. */
class AllTypesIT {
  private static final String PRIMARY = ", PRIMARY KEY (id)";
  private static Connection connection;

  @BeforeAll
  static void open() throws SQLException {
    connection = TargetServer.open();
    Sql.run(connection, "DROP DATABASE IF EXISTS types", "CREATE DATABASE types", "USE types");
    TypesTable.create(connection, "types.keyed", PRIMARY);
    TypesTable.create(connection, "types.second", PRIMARY + ", UNIQUE KEY (vb(200))");
    TypesTable.create(connection, "types.keyless", "");
  }

  @AfterAll
  static void close() throws SQLException {
    connection.close();
  }

  private interface Write {
    void run(TargetTable target, WireTable source, List<Row> rows) throws SQLException;
  }

  private static void check(String table, Write write) throws SQLException {
    Sql.run(
        connection,
        "DROP TABLE IF EXISTS types.copy",
        "CREATE TABLE types.copy LIKE types." + table);
    WireTable source = WireTable.of(connection, new TableId("types", table));
    TableId id = new TableId("types", "copy");
    write.run(TargetTable.read(connection, id).orElseThrow(), source, source.rows(connection));
    connection.commit();
    WireTable copy = WireTable.of(connection, id);
    assertThat(copy.image(connection)).isEqualTo(source.image(connection)).hasSize(7);
  }

  @Test
  void loadData() throws SQLException {
    check(
        "keyed",
        (target, source, rows) -> {
          assertThat(target.localInfile()).isTrue();
          RowLoader.load(connection, target, source.columns(), rows);
        });
  }

  @Test
  void insert() throws SQLException {
    check("keyed", (t, s, rows) -> RowLoader.insert(connection, t, s.columns(), rows));
  }

  @Test
  void upsertOverItself() throws SQLException {
    for (String table : List.of("keyed", "second")) {
      check(
          table,
          (t, s, rows) -> {
            RowLoader.upsert(connection, t, s.columns(), rows);
            RowLoader.upsert(connection, t, s.columns(), rows);
          });
    }
  }

  @Test
  void upsertOverOtherValues() throws SQLException {
    check(
        "keyed",
        (t, s, rows) -> {
          RowLoader.load(connection, t, s.columns(), rotated(rows));
          RowLoader.upsert(connection, t, s.columns(), rows);
        });
  }

  @Test
  void updates() throws SQLException {
    for (String table : List.of("keyed", "second")) {
      check(
          table,
          (t, s, rows) -> {
            List<Row> before = rotated(rows);
            RowLoader.insert(connection, t, s.columns(), before);
            List<Entry> changes = new ArrayList<>();
            for (int i = 0; i < rows.size(); i++) {
              Row old = before.get(i).pick(s.columns().identity());
              changes.add(new Entry.Update(old, all(s), rows.get(i)));
            }
            ChangeApplier.apply(connection, t, s.columns(), changes);
          });
    }
  }

  @Test
  void keylessInsertsAndDeletes() throws SQLException {
    check(
        "keyless",
        (t, s, rows) -> {
          List<Entry> changes = new ArrayList<>();
          rows.forEach(r -> changes.add(new Entry.Insert(r)));
          rows.forEach(r -> changes.add(new Entry.Insert(r)));
          Collections.reverse(rows);
          rows.forEach(r -> changes.add(new Entry.Delete(r)));
          ChangeApplier.apply(connection, t, s.columns(), changes);
        });
  }

  @Test
  void keylessUpdates() throws SQLException {
    check(
        "keyless",
        (t, s, rows) -> {
          List<Row> before = rotated(rows);
          RowLoader.load(connection, t, s.columns(), before);
          List<Entry> changes = new ArrayList<>();
          for (int i = 0; i < rows.size(); i++) {
            changes.add(new Entry.Update(before.get(i), all(s), rows.get(i)));
          }
          ChangeApplier.apply(connection, t, s.columns(), changes);
        });
  }

  @Test
  void otherCharacterSetsOnTheTarget() throws SQLException {
    Sql.run(
        connection,
        "CREATE TABLE types.l1 (id INT PRIMARY KEY, v VARCHAR(20) CHARACTER SET latin1)",
        "CREATE TABLE types.u8 (id INT PRIMARY KEY, v VARCHAR(20) CHARACTER SET utf8mb4)",
        "INSERT INTO types.l1 VALUES (1, _latin1 0xE9E9), (2, NULL), (3, 'a')");
    WireTable source = WireTable.of(connection, new TableId("types", "l1"));
    TargetTable u8 = TargetTable.read(connection, new TableId("types", "u8")).orElseThrow();
    RowLoader.load(connection, u8, source.columns(), source.rows(connection));
    assertThat(Sql.texts(connection, "SELECT HEX(v) FROM types.u8 ORDER BY id"))
        .containsExactly("C3A9C3A9", null, "61");
    RowLoader.upsert(connection, u8, source.columns(), source.rows(connection));
    assertThat(Sql.texts(connection, "SELECT HEX(v) FROM types.u8 ORDER BY id"))
        .containsExactly("C3A9C3A9", null, "61");
  }

  private static BitSet all(WireTable table) {
    BitSet all = new BitSet();
    all.set(0, table.columns().size());
    return all;
  }

  /** The same keys, each with the values of its neighbour. */
  private static List<Row> rotated(List<Row> rows) {
    List<Row> rotated = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      byte[][] values = rows.get((i + 1) % rows.size()).values().clone();
      values[0] = rows.get(i).get(0);
      rotated.add(new Row(values));
    }
    return rotated;
  }
}
