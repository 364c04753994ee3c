package io.wherry.verify.table;

import io.wherry.common.model.TableId;
import io.wherry.verify.server.Server;
import io.wherry.verify.server.SqlText;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Reads the shapes of a server's base tables from its information_schema. */
public final class Catalog {
  private static final String OURS =
      " NOT IN ('mysql', 'sys', 'information_schema', 'performance_schema', 'ndbinfo')";

  private final Server server;

  public Catalog(Server server) {
    this.server = server;
  }

  /** Every base table that is wanted, by name. */
  public Map<TableId, TableShape> read(Predicate<TableId> wanted) throws SQLException {
    Map<TableId, Long> sizes = sizes(wanted);
    Map<TableId, List<ColumnShape>> columns = columns(sizes);
    Map<TableId, List<IndexShape>> indexes = indexes(sizes);
    Map<TableId, TableShape> shapes = new TreeMap<>();
    sizes.forEach(
        (id, rowBytes) ->
            shapes.put(
                id,
                new TableShape(
                    id,
                    columns.getOrDefault(id, List.of()),
                    indexes.getOrDefault(id, List.of()),
                    rowBytes)));
    return shapes;
  }

  /** The names of every base table that is wanted. */
  public Set<TableId> names(Predicate<TableId> wanted) throws SQLException {
    Set<TableId> names =
        new TreeSet<>(
            server.rows(
                "SELECT TABLE_SCHEMA, TABLE_NAME FROM information_schema.TABLES"
                    + " WHERE TABLE_TYPE = 'BASE TABLE' AND TABLE_SCHEMA"
                    + OURS,
                Catalog::id));
    names.removeIf(wanted.negate());
    return names;
  }

  /**
   * Average row sizes, which the engine is asked for: only in databases that have a wanted table.
   */
  private Map<TableId, Long> sizes(Predicate<TableId> wanted) throws SQLException {
    Set<TableId> names = names(wanted);
    Map<TableId, Long> sizes = new TreeMap<>();
    names.forEach(id -> sizes.put(id, 1L));
    for (String database : names.stream().map(TableId::database).distinct().toList()) {
      server
          .rows(
              "SELECT TABLE_SCHEMA, TABLE_NAME, COALESCE(AVG_ROW_LENGTH, 0)"
                  + " FROM information_schema.TABLES WHERE TABLE_SCHEMA = "
                  + SqlText.literal(database),
              r -> Map.entry(id(r), r.getLong(3)))
          .forEach(e -> sizes.computeIfPresent(e.getKey(), (id, one) -> Math.max(1, e.getValue())));
    }
    return sizes;
  }

  private Map<TableId, List<ColumnShape>> columns(Map<TableId, ?> wanted) throws SQLException {
    Map<TableId, List<ColumnShape>> columns = new LinkedHashMap<>();
    server
        .rows(
            "SELECT TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME, DATA_TYPE, COLUMN_TYPE,"
                + " IS_NULLABLE = 'YES', CHARACTER_SET_NAME, COLLATION_NAME,"
                + " COALESCE(CHARACTER_OCTET_LENGTH, 0),"
                + " COALESCE(NUMERIC_SCALE, DATETIME_PRECISION, 0)"
                + " FROM information_schema.COLUMNS WHERE TABLE_SCHEMA"
                + OURS
                + " ORDER BY TABLE_SCHEMA, TABLE_NAME, ORDINAL_POSITION",
            r -> wanted.containsKey(id(r)) ? Map.entry(id(r), column(r)) : null)
        .forEach(e -> add(columns, e));
    return columns;
  }

  private Map<TableId, List<IndexShape>> indexes(Map<TableId, ?> wanted) throws SQLException {
    Map<TableId, Map<String, List<IndexShape.Part>>> found = new LinkedHashMap<>();
    server
        .rows(
            "SELECT TABLE_SCHEMA, TABLE_NAME, INDEX_NAME, COLUMN_NAME, SUB_PART IS NOT NULL,"
                + " NULLABLE = 'YES', COLLATION = 'D' FROM information_schema.STATISTICS"
                + " WHERE NON_UNIQUE = 0 AND IS_VISIBLE = 'YES' AND TABLE_SCHEMA"
                + OURS
                + " ORDER BY TABLE_SCHEMA, TABLE_NAME, INDEX_NAME <> 'PRIMARY', INDEX_NAME,"
                + " SEQ_IN_INDEX",
            r -> wanted.containsKey(id(r)) ? Map.entry(id(r), part(r)) : null)
        .forEach(e -> addPart(found, e));
    Map<TableId, List<IndexShape>> indexes = new LinkedHashMap<>();
    found.forEach(
        (id, parts) ->
            indexes.put(
                id,
                parts.entrySet().stream()
                    .map(e -> new IndexShape(e.getKey(), List.copyOf(e.getValue())))
                    .toList()));
    return indexes;
  }

  private static void addPart(
      Map<TableId, Map<String, List<IndexShape.Part>>> to,
      Map.Entry<TableId, Map.Entry<String, IndexShape.Part>> part) {
    if (part != null) {
      to.computeIfAbsent(part.getKey(), id -> new LinkedHashMap<>())
          .computeIfAbsent(part.getValue().getKey(), name -> new ArrayList<>())
          .add(part.getValue().getValue());
    }
  }

  private static <T> void add(Map<TableId, List<T>> to, Map.Entry<TableId, T> entry) {
    if (entry != null) {
      to.computeIfAbsent(entry.getKey(), id -> new ArrayList<>()).add(entry.getValue());
    }
  }

  private static TableId id(ResultSet r) throws SQLException {
    return new TableId(r.getString(1), r.getString(2));
  }

  private static ColumnShape column(ResultSet r) throws SQLException {
    return new ColumnShape(
        r.getString(3),
        r.getString(4).toLowerCase(Locale.ROOT),
        r.getString(5),
        r.getBoolean(6),
        charset(r.getString(7)),
        r.getString(8),
        r.getLong(9),
        r.getInt(10));
  }

  /** Servers before 8.0.30 call utf8mb3 utf8. */
  private static String charset(String name) {
    return "utf8".equals(name) ? "utf8mb3" : name;
  }

  private static Map.Entry<String, IndexShape.Part> part(ResultSet r) throws SQLException {
    return Map.entry(
        r.getString(3),
        new IndexShape.Part(r.getString(4), r.getBoolean(5), r.getBoolean(6), r.getBoolean(7)));
  }
}
