package io.wherry.verify.table;

import io.wherry.common.mysql.TableFilter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The columns of a table on both servers, side by side.
 *
 * @param pairs the columns that both have, in the source's order
 * @param differences what only one of them has, or has with values of another kind
 */
public record Structure(List<ColumnPair> pairs, List<String> differences) {

  /** Compares two shapes; columns that the filter leaves out do not count on either side. */
  public static Structure of(TableShape source, TableShape target, TableFilter filter) {
    Map<String, ColumnShape> others = new LinkedHashMap<>();
    for (ColumnShape column : target.columns()) {
      if (filter.includesColumn(source.id(), column.name())) {
        others.put(column.name().toLowerCase(Locale.ROOT), column);
      }
    }
    List<ColumnPair> pairs = new ArrayList<>();
    List<String> differences = new ArrayList<>();
    for (ColumnShape column : source.columns()) {
      if (filter.includesColumn(source.id(), column.name())) {
        ColumnShape other = others.remove(column.name().toLowerCase(Locale.ROOT));
        pair(column, other, pairs, differences);
      }
    }
    others.values().forEach(c -> differences.add("column " + c.name() + " is only on the target"));
    if (pairs.isEmpty() && differences.isEmpty()) {
      differences.add("no column is left to compare");
    }
    return new Structure(pairs, differences);
  }

  private static void pair(
      ColumnShape column, ColumnShape other, List<ColumnPair> pairs, List<String> differences) {
    if (other == null) {
      differences.add("column " + column.name() + " is missing on the target");
    } else if (column.family() != other.family()) {
      differences.add(
          "column "
              + column.name()
              + " is "
              + column.columnType()
              + " on the source and "
              + other.columnType()
              + " on the target");
    } else {
      pairs.add(new ColumnPair(column, other));
    }
  }

  /**
   * Chooses how rows are found: by ranges of a key that both servers walk alike, else by a key
   * alone, else not at all.
   */
  public Key key(TableShape source, TableShape target) {
    List<IndexShape> candidates =
        source.uniqueIndexes().stream()
            .filter(IndexShape::identifies)
            .filter(index -> columns(index).stream().noneMatch(c -> c == null))
            .toList();
    for (IndexShape index : candidates) {
      IndexShape other = counterpart(index, target);
      List<KeyColumn> key = keyColumns(index);
      boolean alike = columns(index).stream().allMatch(ColumnPair::sameOrder);
      if (other != null && alike && key.get(0).walked()) {
        return new Key(key, index.name(), other.name());
      }
    }
    return candidates.isEmpty() ? Key.NONE : new Key(keyColumns(candidates.get(0)), null, null);
  }

  private static IndexShape counterpart(IndexShape index, TableShape target) {
    return index.whole()
        ? target.uniqueIndexes().stream().filter(index::sameOrder).findFirst().orElse(null)
        : null;
  }

  private List<KeyColumn> keyColumns(IndexShape index) {
    List<KeyColumn> columns = new ArrayList<>();
    for (IndexShape.Part part : index.parts()) {
      columns.add(new KeyColumn(column(part), part));
    }
    return columns;
  }

  private List<ColumnPair> columns(IndexShape index) {
    List<ColumnPair> columns = new ArrayList<>();
    index.parts().forEach(part -> columns.add(column(part)));
    return columns;
  }

  private ColumnPair column(IndexShape.Part part) {
    return pairs.stream()
        .filter(p -> p.name().equalsIgnoreCase(part.column()))
        .findFirst()
        .orElse(null);
  }
}
