package io.wherry.sink.sql;

import io.wherry.common.model.Columns;
import io.wherry.common.model.Row;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the rows of a snapshot chunk inside the caller's transaction. On any exception the caller
 * rolls back; two of them say what to call then, in a new transaction.
 */
public final class RowLoader {
  private RowLoader() {}

  /**
   * Adds rows by LOAD DATA where the target allows it, else by {@link #insert}.
   *
   * @throws DuplicateRows roll back, then {@link #upsert}
   * @throws LoadRefused roll back, then {@link #insert}
   */
  public static void load(Connection connection, TargetTable table, Columns columns, List<Row> rows)
      throws SQLException {
    TableSession session = new TableSession(connection, Binding.of(table, columns));
    RowStatements statements = new RowStatements(session);
    if (!table.localInfile()) {
      statements.insert(rows);
      return;
    }
    List<Row> loadable = new ArrayList<>(rows.size());
    List<Row> withEnumZeros = new ArrayList<>();
    for (Row row : rows) {
      (session.binding().enumZeros(row) == 0 ? loadable : withEnumZeros).add(row);
    }
    new BulkLoad(session).run(loadable);
    statements.insert(withEnumZeros);
  }

  /**
   * Adds rows by plain multi-row INSERT.
   *
   * @throws DuplicateRows roll back, then {@link #upsert}
   */
  public static void insert(
      Connection connection, TargetTable table, Columns columns, List<Row> rows)
      throws SQLException {
    new RowStatements(new TableSession(connection, Binding.of(table, columns))).insert(rows);
  }

  /**
   * Writes rows whose keys may be there already.
   *
   * @throws org.apache.kafka.connect.errors.DataException where the table has no key to find them
   *     by, or a row collides on another unique key
   */
  public static void upsert(
      Connection connection, TargetTable table, Columns columns, List<Row> rows)
      throws SQLException {
    Binding binding = Binding.of(table, columns);
    TableSession session = new TableSession(connection, binding);
    if (!columns.keyed()) {
      throw session.refusal().unexpected("rows of a table without a key are there already");
    }
    RowStatements statements = new RowStatements(session);
    try {
      if (binding.upsertable() && binding.secondaryKeys().isEmpty()) {
        statements.upsert(rows);
      } else {
        statements.replace(rows);
      }
    } catch (DuplicateRows e) {
      throw session.refusal().duplicate(e);
    }
  }
}
