package io.wherry.common.mysql;

import io.wherry.common.model.TableId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which tables and columns are moved. Exclusion wins; system databases are never included. */
public final class TableFilter {
  private static final Set<String> SYSTEM =
      Set.of("mysql", "sys", "information_schema", "performance_schema", "ndbinfo");

  private final List<NamePattern> include;
  private final List<NamePattern> exclude;
  private final List<NamePattern> excludeColumns;

  private TableFilter(
      List<NamePattern> include, List<NamePattern> exclude, List<NamePattern> excludeColumns) {
    this.include = include;
    this.exclude = exclude;
    this.excludeColumns = excludeColumns;
  }

  /**
   * Reads the three lists; the syntax is that of {@link NamePattern}.
   *
   * @throws IllegalArgumentException naming the item that does not have the right form
   */
  public static TableFilter parse(String tables, String tablesExclude, String columnsExclude) {
    return new TableFilter(
        NamePattern.parseList(tables, 2),
        NamePattern.parseList(tablesExclude, 2),
        NamePattern.parseList(columnsExclude, 3));
  }

  public boolean includes(TableId table) {
    return !SYSTEM.contains(table.database())
        && include.stream().anyMatch(p -> p.matches(table.database(), table.table()))
        && exclude.stream().noneMatch(p -> p.matches(table.database(), table.table()));
  }

  /** Whether a table of this database could be included, existing or not. */
  public boolean touchesDatabase(String database) {
    return !SYSTEM.contains(database) && include.stream().anyMatch(p -> p.matchesFirst(database));
  }

  public boolean includesColumn(TableId table, String column) {
    return excludeColumns.stream()
        .noneMatch(p -> p.matches(table.database(), table.table(), column));
  }

  /** The include items that match none of these tables. */
  public List<String> unmatched(Collection<TableId> existing) {
    return include.stream()
        .filter(p -> existing.stream().noneMatch(t -> p.matches(t.database(), t.table())))
        .map(NamePattern::toString)
        .toList();
  }

  /** The exclude items that match none of these tables. */
  public List<String> unmatchedExcludes(Collection<TableId> existing) {
    return exclude.stream()
        .filter(p -> existing.stream().noneMatch(t -> p.matches(t.database(), t.table())))
        .map(NamePattern::toString)
        .toList();
  }

  /** The column exclude items that match no column of these tables. */
  public List<String> unmatchedColumns(Map<TableId, List<String>> columns) {
    return excludeColumns.stream()
        .filter(
            p ->
                columns.entrySet().stream()
                    .noneMatch(
                        e ->
                            e.getValue().stream()
                                .anyMatch(
                                    c -> p.matches(e.getKey().database(), e.getKey().table(), c))))
        .map(NamePattern::toString)
        .toList();
  }

  /** Whether an include item names this table or view without a wildcard. */
  public boolean namesExactly(TableId table) {
    return include.stream()
        .anyMatch(p -> !p.wildcard() && p.matches(table.database(), table.table()));
  }
}
