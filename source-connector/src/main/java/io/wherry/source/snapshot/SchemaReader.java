package io.wherry.source.snapshot;

import io.wherry.common.model.TableId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Reads table facts of one database from information_schema, many tables a query. Belongs to the
 * thread that owns the connection.
 */
final class SchemaReader {
  private static final long UNKNOWN_ROW_BYTES = 256;

  private static final String TABLES =
      """
      SELECT TABLE_NAME, ENGINE, TABLE_ROWS, AVG_ROW_LENGTH FROM information_schema.TABLES
      WHERE TABLE_TYPE = 'BASE TABLE' AND TABLE_SCHEMA = ? AND TABLE_NAME IN (%s)""";

  private static final String COLUMNS =
      """
      SELECT TABLE_NAME, COLUMN_NAME, DATA_TYPE, CHARACTER_SET_NAME, IS_NULLABLE, EXTRA,
        IF(DATA_TYPE = 'enum', COLUMN_TYPE, NULL)
      FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = ? AND TABLE_NAME IN (%s)
      ORDER BY TABLE_NAME, ORDINAL_POSITION""";

  private static final String INDEXES =
      """
      SELECT TABLE_NAME, INDEX_NAME, COLUMN_NAME, COLLATION, SUB_PART
      FROM information_schema.STATISTICS
      WHERE NON_UNIQUE = 0 AND TABLE_SCHEMA = ? AND TABLE_NAME IN (%s)
      ORDER BY TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX""";

  /** What a table is, apart from its columns and indexes. */
  private record Size(String engine, long rows, long rowBytes) {}

  @FunctionalInterface
  private interface RowReader {
    void read(ResultSet row) throws SQLException;
  }

  private final Connection connection;
  private final String database;
  private final Map<String, Size> sizes = new TreeMap<>();
  private final Map<String, Map<String, ColumnFacts>> columns = new TreeMap<>();
  private final Map<String, Map<String, List<IndexFacts.Part>>> indexes = new TreeMap<>();

  SchemaReader(Connection connection, String database) {
    this.connection = connection;
    this.database = database;
  }

  /** The tables of these names that exist; views do not count. */
  List<TableFacts> read(List<String> names) throws SQLException {
    query(TABLES, names, this::readSize);
    query(COLUMNS, names, this::readColumn);
    query(INDEXES, names, this::readIndexPart);
    List<TableFacts> found = new ArrayList<>();
    for (String name : names) {
      if (sizes.containsKey(name) && columns.containsKey(name)) {
        found.add(facts(name));
      }
    }
    return found;
  }

  private void query(String sql, List<String> names, RowReader reader) throws SQLException {
    String marks = String.join(",", Collections.nCopies(names.size(), "?"));
    try (PreparedStatement statement = connection.prepareStatement(sql.formatted(marks))) {
      statement.setString(1, database);
      for (int i = 0; i < names.size(); i++) {
        statement.setString(i + 2, names.get(i));
      }
      try (ResultSet rs = statement.executeQuery()) {
        while (rs.next()) {
          reader.read(rs);
        }
      }
    }
  }

  private void readSize(ResultSet row) throws SQLException {
    String engine = row.getString(2);
    long rows = row.getLong(3);
    long bytes = row.getLong(4);
    long rowBytes = rows == 0 || bytes < 1 ? UNKNOWN_ROW_BYTES : bytes;
    sizes.put(row.getString(1), new Size(engine == null ? "" : engine, rows, rowBytes));
  }

  private void readColumn(ResultSet row) throws SQLException {
    String charset = row.getString(4);
    String type = row.getString(7);
    ColumnFacts column =
        new ColumnFacts(
            row.getString(2),
            row.getString(3),
            "utf8".equals(charset) ? "utf8mb3" : charset,
            row.getString(5).equals("YES"),
            row.getString(6).contains("VIRTUAL GENERATED"),
            type == null ? 0 : countLabels(type));
    columns
        .computeIfAbsent(row.getString(1), t -> new LinkedHashMap<>())
        .put(column.name(), column);
  }

  /** Members of {@code enum('a','it''s')}. */
  static int countLabels(String type) {
    int labels = 0;
    boolean inside = false;
    for (int i = 0; i < type.length(); i++) {
      if (type.charAt(i) != '\'') {
        continue;
      }
      if (inside && i + 1 < type.length() && type.charAt(i + 1) == '\'') {
        i++;
        continue;
      }
      inside = !inside;
      labels += inside ? 1 : 0;
    }
    return labels;
  }

  private void readIndexPart(ResultSet row) throws SQLException {
    boolean descending = "D".equals(row.getString(4));
    boolean prefix = row.getString(5) != null;
    indexes
        .computeIfAbsent(row.getString(1), t -> new LinkedHashMap<>())
        .computeIfAbsent(row.getString(2), i -> new ArrayList<>())
        .add(new IndexFacts.Part(row.getString(3), descending, prefix));
  }

  private TableFacts facts(String name) throws SQLException {
    Size size = sizes.get(name);
    TableId id = new TableId(database, name);
    Map<String, ColumnFacts> own = columns.get(name);
    IndexFacts key = key(id, own);
    return new TableFacts(
        id, size.engine(), size.rows(), size.rowBytes(), List.copyOf(own.values()), key);
  }

  private IndexFacts key(TableId id, Map<String, ColumnFacts> own) throws SQLException {
    Map<String, IndexFacts> candidates =
        indexes.getOrDefault(id.table(), Map.of()).entrySet().stream()
            .map(e -> new IndexFacts(e.getKey(), e.getValue()))
            .filter(i -> i.identifies(own))
            .collect(Collectors.toMap(IndexFacts::name, i -> i));
    if (candidates.containsKey("PRIMARY")) {
      return candidates.get("PRIMARY");
    }
    return candidates.size() < 2
        ? candidates.values().stream().findFirst().orElse(null)
        : candidates.get(first(id, candidates.keySet()));
  }

  /** information_schema does not tell the order of indexes, SHOW INDEX does. */
  private String first(TableId id, Collection<String> candidates) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setEscapeProcessing(false);
      try (ResultSet rs = statement.executeQuery("SHOW INDEX FROM " + id.quoted())) {
        while (rs.next()) {
          if (candidates.contains(rs.getString("Key_name"))) {
            return rs.getString("Key_name");
          }
        }
      }
    }
    throw new SQLException(id + " changed while its indexes were read; read it again");
  }
}
