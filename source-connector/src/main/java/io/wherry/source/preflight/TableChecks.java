package io.wherry.source.preflight;

import io.wherry.common.model.TableId;
import io.wherry.common.mysql.TableFilter;
import io.wherry.source.snapshot.Catalog;
import io.wherry.source.snapshot.ColumnFacts;
import io.wherry.source.snapshot.IndexFacts;
import io.wherry.source.snapshot.TableFacts;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Asks whether the lists name tables and columns that can be moved. */
final class TableChecks {
  private static final String CASCADES =
      """
      SELECT CONSTRAINT_SCHEMA, TABLE_NAME, CONSTRAINT_NAME
      FROM information_schema.REFERENTIAL_CONSTRAINTS
      WHERE DELETE_RULE IN ('CASCADE', 'SET NULL') OR UPDATE_RULE IN ('CASCADE', 'SET NULL')""";

  private final Probe probe;
  private final TableFilter filter;
  private final PreflightReport report;

  TableChecks(Probe probe, TableFilter filter, PreflightReport report) {
    this.probe = probe;
    this.filter = filter;
    this.report = report;
  }

  /** The included tables; those of them that exist. */
  List<TableFacts> check() throws SQLException {
    List<TableId> tables = Catalog.existing(probe.connection(), "BASE TABLE");
    List<TableId> views = Catalog.existing(probe.connection(), "VIEW");
    checkLists(tables, views);
    checkViews(views);
    List<TableId> included = tables.stream().filter(filter::includes).toList();
    List<TableFacts> facts = Catalog.facts(probe.connection(), included);
    checkEngines(facts);
    checkColumns(facts);
    return facts;
  }

  private void checkLists(List<TableId> tables, List<TableId> views) {
    List<TableId> all = Stream.concat(tables.stream(), views.stream()).toList();
    for (String item : filter.unmatched(all)) {
      report.add(
          Finding.tables(
              "'%s' matches no table that the account can see: check the name, or GRANT SELECT on it"
                  .formatted(item)));
    }
    for (String item : filter.unmatchedExcludes(all)) {
      report.add(
          Finding.excludedTables("'%s' matches no table: correct or remove it".formatted(item)));
    }
    if (tables.stream().noneMatch(filter::includes)) {
      report.add(Finding.tables("no table is left to move: check tables and tables.exclude"));
    }
  }

  private void checkViews(List<TableId> views) {
    List<TableId> matched = views.stream().filter(filter::includes).toList();
    List<TableId> named = matched.stream().filter(filter::namesExactly).toList();
    if (!named.isEmpty()) {
      report.add(
          Finding.tables(
              "views are not moved, take them off the list and create them on the target: "
                  + Probe.some(named)));
    }
    List<TableId> met = matched.stream().filter(v -> !filter.namesExactly(v)).toList();
    if (!met.isEmpty()) {
      report.note("views are not migrated: " + Probe.some(met));
    }
  }

  private void checkEngines(List<TableFacts> facts) {
    List<String> others =
        facts.stream()
            .filter(t -> !t.engine().equals("InnoDB"))
            .map(t -> t.id() + " (" + (t.engine().isEmpty() ? "unknown" : t.engine()) + ")")
            .toList();
    if (!others.isEmpty()) {
      report.add(
          Finding.tables(
              "only InnoDB tables can be read consistently; run ALTER TABLE .. ENGINE = InnoDB or put into tables.exclude: "
                  + Probe.some(others)));
    }
  }

  private void checkColumns(List<TableFacts> facts) {
    Map<TableId, List<String>> names = new TreeMap<>();
    List<String> keys = new ArrayList<>();
    for (TableFacts table : facts) {
      names.put(table.id(), table.columns().stream().map(ColumnFacts::name).toList());
      keys.addAll(excludedKeyColumns(table));
    }
    for (String item : filter.unmatchedColumns(names)) {
      report.add(
          Finding.excludedColumns(
              "'%s' matches no column of an included table: correct or remove it".formatted(item)));
    }
    if (!keys.isEmpty()) {
      report.add(
          Finding.excludedColumns(
              "columns of a table's key cannot be left out, remove: " + Probe.some(keys)));
    }
  }

  private List<String> excludedKeyColumns(TableFacts table) {
    Collection<IndexFacts.Part> parts = table.key() == null ? List.of() : table.key().parts();
    return parts.stream()
        .filter(p -> !filter.includesColumn(table.id(), p.column()))
        .map(p -> table.id() + "." + p.column())
        .toList();
  }

  /** Rows that a cascade changes are not in the log of such a server. */
  void checkCascades(String nativeForeignKeys) throws SQLException {
    List<String> found = new ArrayList<>();
    for (List<String> row : probe.rows(CASCADES)) {
      TableId child = new TableId(row.get(0), row.get(1));
      if (filter.includes(child)) {
        found.add(child + " (" + row.get(2) + ")");
      }
    }
    if (!found.isEmpty()) {
      String cause =
          "ON".equals(nativeForeignKeys) ? "innodb_native_foreign_keys=ON" : "MySQL before 9.6";
      String next =
          "ON".equals(nativeForeignKeys)
              ? "restart it with --innodb-native-foreign-keys=OFF"
              : "upgrade it";
      report.add(
          Finding.tables(
              "this server (%s) does not log what foreign keys cascade; %s or put these into tables.exclude: %s"
                  .formatted(cause, next, Probe.some(found))));
    }
  }

  /** A database that the server's own filters keep out of the log. */
  void checkLogFilters(List<List<String>> logStatus, Collection<TableFacts> tables) {
    for (List<String> row : logStatus) {
      List<String> only = list(row.get(2));
      List<String> ignored = list(row.get(3));
      String unlogged =
          tables.stream()
              .map(t -> t.id().database())
              .distinct()
              .filter(d -> ignored.contains(d) || !only.isEmpty() && !only.contains(d))
              .collect(Collectors.joining(", "));
      if (!unlogged.isEmpty()) {
        report.add(
            Finding.tables(
                "binlog-do-db or binlog-ignore-db keeps changes out of the log for: "
                    + unlogged
                    + "; restart the server without them"));
      }
    }
  }

  private static List<String> list(String commaSeparated) {
    return commaSeparated == null || commaSeparated.isEmpty()
        ? List.of()
        : List.of(commaSeparated.split(","));
  }

  /** Tables that the account cannot see are not moved, and nobody could tell. */
  void checkWildcards(Grants grants, Collection<TableFacts> tables) {
    List<String> partly =
        tables.stream()
            .filter(t -> !filter.namesExactly(t.id()))
            .map(t -> t.id().database())
            .distinct()
            .filter(d -> !grants.cover("SELECT", d))
            .toList();
    if (!partly.isEmpty()) {
      report.note(
          "SELECT is granted on single tables only; tables that the account cannot see are not migrated, in: "
              + Probe.some(partly));
    }
  }
}
