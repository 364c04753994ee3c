package io.wherry.source.snapshot;

import java.util.List;
import java.util.Map;

/**
 * A unique index.
 *
 * @param name its name
 * @param parts its parts in order
 */
public record IndexFacts(String name, List<Part> parts) {

  /**
   * A part of an index.
   *
   * @param column the column's name, null for an expression
   * @param descending whether it is stored from the largest to the smallest value
   * @param prefix whether it holds only the beginning of the column's values
   */
  public record Part(String column, boolean descending, boolean prefix) {}

  public IndexFacts {
    parts = List.copyOf(parts);
  }

  /** Whether the index orders whole values, so that ranges of them can be walked. */
  public boolean walkable() {
    return parts.stream().noneMatch(Part::prefix);
  }

  /**
   * Whether the server takes it for the table's key: the primary key as it is, any other one if it
   * holds whole, stored, NOT NULL columns only. The first such index is what TABLE_MAP events name.
   */
  boolean identifies(Map<String, ColumnFacts> columns) {
    return name.equals("PRIMARY") || parts.stream().allMatch(p -> promoted(p, columns));
  }

  private static boolean promoted(Part part, Map<String, ColumnFacts> columns) {
    ColumnFacts column = part.column() == null ? null : columns.get(part.column());
    return column != null && !part.prefix() && !column.nullable() && !column.virtual();
  }
}
