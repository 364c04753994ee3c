package io.wherry.sink.sql;

import io.wherry.common.model.TableId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Where a source table lives on the target. Immutable. */
public final class Router {
  private final Map<String, String> databases = new HashMap<>();
  private final Map<TableId, TableId> tables = new HashMap<>();

  private Router() {}

  /**
   * Reads {@code a:b,c:d} and {@code db.t:db2.t2,...}; names with dots, colons, commas or blanks
   * stand in backticks.
   *
   * @throws IllegalArgumentException naming the item that does not have the form, or that sends two
   *     to one place or one to two places
   */
  public static Router parse(String databaseRoutes, String tableRoutes) {
    Router router = new Router();
    for (RouteText route : RouteText.parseList(databaseRoutes, 1)) {
      add(router.databases, route.from().get(0), route.to().get(0), route);
    }
    for (RouteText route : RouteText.parseList(tableRoutes, 2)) {
      add(router.tables, table(route.from()), table(route.to()), route);
    }
    refuseMerging(router.databases.values());
    refuseMerging(router.tables.values());
    return router;
  }

  /** The target's name of a source table. A table route wins over a database route. */
  public TableId route(TableId source) {
    TableId routed = tables.get(source);
    return routed != null ? routed : new TableId(routeDatabase(source.database()), source.table());
  }

  /** The target's name of a source database. */
  public String routeDatabase(String source) {
    return databases.getOrDefault(source, source);
  }

  /** Every database that a route names on the target. */
  public Set<String> targetDatabases() {
    Set<String> names = new HashSet<>(databases.values());
    tables.values().forEach(t -> names.add(t.database()));
    return names;
  }

  /** Every table that a route names on the target. */
  public Set<TableId> targetTables() {
    return Set.copyOf(tables.values());
  }

  private static <T> void add(Map<T, T> routes, T from, T to, RouteText route) {
    if (routes.putIfAbsent(from, to) != null) {
      throw new IllegalArgumentException("'" + route + "': " + from + " has another route already");
    }
  }

  private static <T> void refuseMerging(Iterable<T> targets) {
    Set<T> seen = new HashSet<>();
    for (T target : targets) {
      if (!seen.add(target)) {
        throw new IllegalArgumentException(
            "two routes end in " + target + "; each table needs a place of its own");
      }
    }
  }

  private static TableId table(List<String> names) {
    return new TableId(names.get(0), names.get(1));
  }
}
