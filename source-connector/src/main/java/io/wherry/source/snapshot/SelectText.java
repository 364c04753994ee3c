package io.wherry.source.snapshot;

import io.wherry.common.model.Column;
import io.wherry.common.model.TableId;
import java.util.List;
import java.util.stream.Collectors;

/** The SELECT statements of the snapshot; what they return is what {@code ValueKind} promises. */
final class SelectText {

  private SelectText() {}

  /** All moved columns of a range, in key order. */
  static String rows(TableInfo table, Range range) {
    return walk(select(table, table.columns().list()), table, range);
  }

  /** All moved columns of the whole table, in no order. */
  static String all(TableInfo table) {
    return select(table, table.columns().list());
  }

  /** The key of the last of the next {@code rows} rows; no row if fewer are left. */
  static String bound(TableInfo table, Range rest, long rows) {
    List<Column> key = table.keyParts().stream().map(KeyPart::column).toList();
    return walk(select(table, key), table, rest) + " LIMIT 1 OFFSET " + (rows - 1);
  }

  private static String walk(String select, TableInfo table, Range range) {
    KeyPredicate key = new KeyPredicate(table.keyParts());
    return select
        + " FORCE INDEX ("
        + TableId.quote(table.keyIndex())
        + ")"
        + key.where(range)
        + key.orderBy();
  }

  private static String select(TableInfo table, List<Column> columns) {
    return columns.stream()
        .map(SelectText::expression)
        .collect(Collectors.joining(", ", "SELECT ", " FROM " + table.id().quoted() + " AS t"));
  }

  private static String expression(Column column) {
    String name = "t." + TableId.quote(column.name());
    return switch (column.kind()) {
      // Prints a FLOAT with all its digits, keeps -0, drops a display width. Older than CAST .. AS
      // DOUBLE.
      case REAL -> name + " * 1e0";
      case BIT, SET -> "CAST(" + name + " AS UNSIGNED)";
      case ENUM -> name + " + 0";
      default -> name;
    };
  }
}
