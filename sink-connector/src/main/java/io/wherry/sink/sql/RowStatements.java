package io.wherry.sink.sql;

import io.wherry.common.model.Row;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The statements that write rows of one table: multi-row DELETE, INSERT and upsert. Never REPLACE,
 * never INSERT IGNORE, never a DELETE without WHERE: those hide what went wrong.
 */
final class RowStatements {
  /** Longer lists cost the server's range optimizer more than they save. */
  private static final int MAX_DELETES = 1000;

  private static final int MAX_INSERTS = 10_000;

  private final TableSession session;
  private final Binding binding;
  private final List<BoundColumn> key;
  private final List<BoundColumn> writable;

  RowStatements(TableSession session) {
    this.session = session;
    this.binding = session.binding();
    this.key = binding.identity();
    this.writable = binding.writable();
  }

  /** Deletes rows by their key, given as identity columns in identity order. */
  void delete(List<Row> identities) throws SQLException {
    if (!binding.wire().keyed()) {
      throw new IllegalStateException("no key to delete by in " + binding.table().id());
    }
    MultiRow rows = new MultiRow(session, key.size() == 1 ? inList() : anyOf());
    for (Row identity : identities) {
      SqlText out = rows.beginItem();
      if (key.size() == 1) {
        Predicate.keyValue(out, key.get(0), identity.get(0));
      } else {
        keyEquals(out, identity);
      }
      rows.endItem();
    }
    rows.finish();
  }

  private MultiRow.Shape inList() {
    SqlText head = deleteHead();
    Predicate.keyOperand(head, key.get(0));
    head.sql(" IN (");
    return new MultiRow.Shape(
        head, ",", new SqlText(1).sql(')'), MAX_DELETES, MultiRow.Affects.AT_MOST);
  }

  private MultiRow.Shape anyOf() {
    return new MultiRow.Shape(
        deleteHead(), " OR ", new SqlText(1), MAX_DELETES, MultiRow.Affects.AT_MOST);
  }

  private SqlText deleteHead() {
    return new SqlText().sql("DELETE FROM ").name(binding.table().id()).sql(" WHERE ");
  }

  private void keyEquals(SqlText out, Row identity) {
    out.sql('(');
    for (int i = 0; i < key.size(); i++) {
      out.sql(i == 0 ? "" : " AND ");
      Predicate.keyOperand(out, key.get(i));
      out.sql('=');
      Predicate.keyValue(out, key.get(i), identity.get(i));
    }
    out.sql(')');
  }

  /**
   * Adds rows that must not be there yet.
   *
   * @throws DuplicateRows where one is
   */
  void insert(List<Row> rows) throws SQLException {
    MultiRow strict =
        new MultiRow(
            session,
            new MultiRow.Shape(
                insertHead(), ",", new SqlText(1), MAX_INSERTS, MultiRow.Affects.EXACTLY));
    for (Row row : rows) {
      if (binding.enumZeros(row) == 0) {
        values(strict.beginItem(), row);
        strict.endItem();
      } else {
        insertRelaxed(row);
      }
    }
    strict.finish();
  }

  /** Rows with the invalid ENUM value are rare: one statement each. */
  private void insertRelaxed(Row row) throws SQLException {
    SqlText sql = insertHead();
    values(sql, row);
    long affected = session.runRelaxed(sql, binding.enumZeros(row));
    if (affected != 1) {
      throw session.refusal().unexpected("an INSERT of one row affected " + affected);
    }
  }

  /** Writes rows that may be there; the target's unique key on the wire's key must exist. */
  void upsert(List<Row> rows) throws SQLException {
    List<Row> withZeros = rows.stream().filter(r -> binding.enumZeros(r) > 0).toList();
    MultiRow strict = new MultiRow(session, upsertShape());
    for (Row row : rows) {
      if (binding.enumZeros(row) == 0) {
        values(strict.beginItem(), row);
        strict.endItem();
      }
    }
    strict.finish();
    replace(withZeros);
  }

  /** Deletes the rows' keys, then adds the rows: right for any unique values among them. */
  void replace(List<Row> rows) throws SQLException {
    if (!rows.isEmpty()) {
      delete(identities(rows));
      insert(rows);
    }
  }

  List<Row> identities(List<Row> rows) {
    int[] identity = binding.wire().identity();
    List<Row> keys = new ArrayList<>(rows.size());
    rows.forEach(row -> keys.add(row.pick(identity)));
    return keys;
  }

  private SqlText insertHead() {
    SqlText head = new SqlText().sql("INSERT INTO ").name(binding.table().id()).sql(" (");
    for (int i = 0; i < writable.size(); i++) {
      head.sql(i == 0 ? "" : ",").name(writable.get(i).name());
    }
    return head.sql(") VALUES ");
  }

  private void values(SqlText out, Row row) {
    char before = '(';
    for (BoundColumn c : writable) {
      out.sql(before);
      Literal.write(out, c, row.get(c.index()));
      before = ',';
    }
    out.sql(')');
  }

  private MultiRow.Shape upsertShape() {
    String alias =
        binding.table().id().table().equalsIgnoreCase("new_row") ? "new_row_" : "new_row";
    SqlText tail = new SqlText().sql(" AS ").sql(alias).sql(" ON DUPLICATE KEY UPDATE ");
    BoundColumn guarded = binding.secondaryKeys().isEmpty() ? null : binding.writableKeyColumn();
    String before = "";
    for (BoundColumn c : writable) {
      tail.sql(before).name(c.name()).sql('=');
      if (c.equals(guarded)) {
        guard(tail, alias, c);
      } else {
        tail.sql(alias).sql('.').name(c.name());
      }
      before = ",";
    }
    return new MultiRow.Shape(insertHead(), ",", tail, MAX_INSERTS, MultiRow.Affects.ONCE_OR_TWICE);
  }

  /**
   * A hit on a secondary unique key would rewrite another row. It cannot happen while the target
   * holds nothing but our rows; if it does, NULL in a key column stops the statement (1048).
   */
  private void guard(SqlText tail, String alias, BoundColumn first) {
    tail.sql("IF(");
    String and = "";
    for (BoundColumn c : key) {
      tail.sql(and).name(binding.table().id()).sql('.').name(c.name());
      tail.sql('=').sql(alias).sql('.').name(c.name());
      and = " AND ";
    }
    tail.sql(',').sql(alias).sql('.').name(first.name()).sql(",NULL)");
  }
}
