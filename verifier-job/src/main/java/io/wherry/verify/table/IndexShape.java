package io.wherry.verify.table;

import java.util.List;

/**
 * A unique index.
 *
 * @param name as stored
 * @param parts in index order
 */
public record IndexShape(String name, List<Part> parts) {

  /**
   * One key part.
   *
   * @param column its name, null for an expression
   * @param prefix whether only the beginning of the value is indexed
   * @param nullable whether it may hold NULL
   * @param descending whether it is stored in descending order
   */
  public record Part(String column, boolean prefix, boolean nullable, boolean descending) {}

  /** Whether no two rows can have the same values of the parts' columns. */
  boolean identifies() {
    return parts.stream().noneMatch(p -> p.column() == null || p.nullable());
  }

  /** Whether its order is that of whole column values. */
  boolean whole() {
    return parts.stream().noneMatch(Part::prefix);
  }

  /** Whether walking it serves ranges over the same columns in the same order. */
  boolean sameOrder(IndexShape other) {
    if (parts.size() != other.parts.size() || !other.whole()) {
      return false;
    }
    for (int i = 0; i < parts.size(); i++) {
      if (other.parts.get(i).column() == null
          || !parts.get(i).column().equalsIgnoreCase(other.parts.get(i).column())) {
        return false;
      }
    }
    return true;
  }
}
