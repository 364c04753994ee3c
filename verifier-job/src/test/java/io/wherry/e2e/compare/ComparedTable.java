package io.wherry.e2e.compare;

import io.wherry.common.model.TableId;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What the comparison has to know of a table.
 *
 * @param definition columns, keys, constraints and partitions as comparable lines
 * @param columns in the table's order
 * @param key columns of the primary key, else of a unique key without NULLs, else none
 */
public record ComparedTable(
    TableId id, List<String> definition, List<ComparedColumn> columns, List<String> key) {

  String select() {
    String columnList =
        columns.stream().map(ComparedColumn::expression).collect(Collectors.joining(", "));
    String order = key.stream().map(k -> "t." + TableId.quote(k)).collect(Collectors.joining(", "));
    return "SELECT "
        + columnList
        + " FROM "
        + id.quoted()
        + " t"
        + (order.isEmpty() ? "" : " ORDER BY " + order);
  }

  /** The names that rows are told apart by in reports. */
  List<String> columnNames() {
    return columns.stream().map(ComparedColumn::name).toList();
  }
}
