package io.wherry.source.snapshot;

import io.wherry.common.model.Column;
import io.wherry.common.model.Columns;
import io.wherry.common.model.TableId;
import io.wherry.common.model.ValueKind;
import io.wherry.common.mysql.TableFilter;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The source's tables, as far as the include and exclude lists and the account's rights reach.
 * Every answer is read from the server anew, on a connection of {@link SourceSession}. A table that
 * is dropped while it is read counts as absent.
 */
public final class Catalog {
  /** ER_NO_SUCH_TABLE. */
  private static final int NO_SUCH_TABLE = 1146;

  /** ER_BAD_DB_ERROR. */
  private static final int NO_SUCH_DATABASE = 1049;

  private static final int TABLES_A_QUERY = 200;

  private final TableFilter filter;

  public Catalog(TableFilter filter) {
    this.filter = filter;
  }

  /** The included tables, sorted. */
  public List<TableId> tables(Connection connection) throws SQLException {
    return existing(connection, "BASE TABLE").stream().filter(filter::includes).toList();
  }

  /** The views that the include list matches, sorted; they are not moved. */
  public List<TableId> views(Connection connection) throws SQLException {
    return existing(connection, "VIEW").stream().filter(filter::includes).toList();
  }

  /** Every table or view ({@code BASE TABLE}, {@code VIEW}) that the account can see, sorted. */
  public static List<TableId> existing(Connection connection, String type) throws SQLException {
    String sql = "SELECT TABLE_SCHEMA, TABLE_NAME FROM information_schema.TABLES WHERE TABLE_TYPE=";
    try (Statement statement = connection.createStatement();
        ResultSet rs = statement.executeQuery(sql + "'" + type + "'")) {
      List<TableId> found = new ArrayList<>();
      while (rs.next()) {
        found.add(new TableId(rs.getString(1), rs.getString(2)));
      }
      found.sort(null);
      return found;
    }
  }

  /** One table; empty if it does not exist. */
  public Optional<TableInfo> describe(Connection connection, TableId table) throws SQLException {
    return describe(connection, List.of(table)).stream().findFirst();
  }

  /**
   * Those of the tables that exist, sorted.
   *
   * @throws IllegalStateException if an excluded column belongs to a table's key or the type of an
   *     included one is unknown
   */
  public List<TableInfo> describe(Connection connection, Collection<TableId> tables)
      throws SQLException {
    List<TableInfo> found = new ArrayList<>();
    for (TableFacts facts : facts(connection, tables)) {
      Optional<String> definition = definition(connection, facts.id());
      definition.ifPresent(text -> found.add(info(facts, text)));
    }
    return found;
  }

  /** Those of the tables that exist, sorted, with all their columns. */
  public static List<TableFacts> facts(Connection connection, Collection<TableId> tables)
      throws SQLException {
    Map<String, List<String>> byDatabase =
        tables.stream()
            .sorted()
            .collect(
                Collectors.groupingBy(
                    TableId::database,
                    TreeMap::new,
                    Collectors.mapping(TableId::table, Collectors.toList())));
    List<TableFacts> found = new ArrayList<>();
    for (Map.Entry<String, List<String>> e : byDatabase.entrySet()) {
      List<String> names = e.getValue();
      for (int from = 0; from < names.size(); from += TABLES_A_QUERY) {
        List<String> some = names.subList(from, Math.min(names.size(), from + TABLES_A_QUERY));
        found.addAll(new SchemaReader(connection, e.getKey()).read(some));
      }
    }
    return found;
  }

  private static Optional<String> definition(Connection connection, TableId table)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setEscapeProcessing(false);
      try (ResultSet rs = statement.executeQuery("SHOW CREATE TABLE " + table.quoted())) {
        rs.next();
        return Optional.of(new String(rs.getBytes(2), StandardCharsets.UTF_8));
      }
    } catch (SQLException e) {
      if (e.getErrorCode() == NO_SUCH_TABLE || e.getErrorCode() == NO_SUCH_DATABASE) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private TableInfo info(TableFacts facts, String definition) {
    List<Column> columns = new ArrayList<>();
    for (ColumnFacts column : facts.columns()) {
      int ordinal = ordinal(facts.key(), column);
      if (filter.includesColumn(facts.id(), column.name())) {
        columns.add(column(facts.id(), column, ordinal));
      } else if (ordinal > 0) {
        throw new IllegalStateException(
            facts.id()
                + ": column "
                + column.name()
                + " belongs to the table's key, so it cannot be left out; change columns.exclude");
      }
    }
    return new TableInfo(
        facts.id(),
        new Columns(columns),
        facts.walkable() ? facts.key().name() : null,
        definition,
        facts.rows(),
        facts.rowBytes(),
        facts.walkable() ? keyParts(facts, new Columns(columns)) : List.of());
  }

  private static int ordinal(IndexFacts key, ColumnFacts column) {
    List<IndexFacts.Part> parts = key == null ? List.of() : key.parts();
    for (int i = 0; i < parts.size(); i++) {
      if (column.name().equals(parts.get(i).column())) {
        return i + 1;
      }
    }
    return 0;
  }

  private static Column column(TableId table, ColumnFacts column, int ordinal) {
    try {
      ValueKind kind = column.kind();
      String charset = kind == ValueKind.TEXT ? column.charset() : null;
      return new Column(column.name(), kind, charset, ordinal);
    } catch (IllegalStateException e) {
      throw new IllegalStateException(table + ": " + e.getMessage(), e);
    }
  }

  private static List<KeyPart> keyParts(TableFacts facts, Columns columns) {
    Map<String, Integer> labels =
        facts.columns().stream().collect(Collectors.toMap(ColumnFacts::name, ColumnFacts::labels));
    List<KeyPart> parts = new ArrayList<>();
    for (int index : columns.key()) {
      Column column = columns.get(index);
      boolean descending = facts.key().parts().get(parts.size()).descending();
      parts.add(new KeyPart(column, descending, labels.get(column.name())));
    }
    return parts;
  }
}
