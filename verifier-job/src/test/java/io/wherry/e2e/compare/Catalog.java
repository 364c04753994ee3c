package io.wherry.e2e.compare;

import io.wherry.common.model.TableId;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads the definitions of all base tables of some databases from information_schema. Counters and
 * statistics (AUTO_INCREMENT, row estimates) are no part of a definition.
 */
public final class Catalog {
  private static final String TABLES =
      "SELECT table_schema, table_name, engine, row_format, table_collation, create_options,"
          + " table_comment FROM information_schema.tables"
          + " WHERE table_type = 'BASE TABLE' AND table_schema IN (%s)";
  private static final String COLUMNS =
      "SELECT table_schema, table_name, column_name, data_type, column_type, character_set_name,"
          + " collation_name, is_nullable, column_default, extra, generation_expression, srs_id,"
          + " column_comment FROM information_schema.columns WHERE table_schema IN (%s)"
          + " ORDER BY table_schema, table_name, ordinal_position";
  private static final String KEYS =
      "SELECT table_schema, table_name, index_name, column_name, non_unique, nullable,"
          + " seq_in_index, expression, sub_part, collation, index_type, is_visible, index_comment"
          + " FROM information_schema.statistics WHERE table_schema IN (%s)"
          + " ORDER BY table_schema, table_name, index_name <> 'PRIMARY', index_name, seq_in_index";
  private static final String FOREIGN_KEYS =
      "SELECT k.table_schema, k.table_name, k.constraint_name, k.column_name, k.ordinal_position,"
          + " k.referenced_table_schema, k.referenced_table_name, k.referenced_column_name,"
          + " r.update_rule, r.delete_rule FROM information_schema.key_column_usage k"
          + " JOIN information_schema.referential_constraints r"
          + " ON r.constraint_schema = k.constraint_schema"
          + " AND r.constraint_name = k.constraint_name AND r.table_name = k.table_name"
          + " WHERE k.table_schema IN (%s)"
          + " ORDER BY k.table_schema, k.table_name, k.constraint_name, k.ordinal_position";
  private static final String CHECKS =
      "SELECT t.table_schema, t.table_name, c.constraint_name, c.check_clause, t.enforced"
          + " FROM information_schema.table_constraints t"
          + " JOIN information_schema.check_constraints c"
          + " ON c.constraint_schema = t.constraint_schema"
          + " AND c.constraint_name = t.constraint_name"
          + " WHERE t.constraint_type = 'CHECK' AND t.table_schema IN (%s)"
          + " ORDER BY t.table_schema, t.table_name, c.constraint_name";
  private static final String PARTITIONS =
      "SELECT table_schema, table_name, partition_name, subpartition_name, partition_method,"
          + " subpartition_method, partition_expression, subpartition_expression,"
          + " partition_description FROM information_schema.partitions"
          + " WHERE partition_name IS NOT NULL AND table_schema IN (%s)"
          + " ORDER BY table_schema, table_name, partition_ordinal_position,"
          + " subpartition_ordinal_position";

  private final SortedMap<TableId, List<String>> definitions = new TreeMap<>();
  private final Map<TableId, List<ComparedColumn>> columns = new HashMap<>();
  private final Map<TableId, Map<String, List<KeyPart>>> keys = new HashMap<>();

  private record KeyPart(String column, boolean usable) {}

  private Catalog() {}

  /** All base tables of these databases, by name. */
  public static SortedMap<TableId, ComparedTable> read(
      Connection connection, Collection<String> databases) throws SQLException {
    Catalog catalog = new Catalog();
    if (!databases.isEmpty()) {
      catalog.load(connection, List.copyOf(databases));
    }
    SortedMap<TableId, ComparedTable> tables = new TreeMap<>();
    for (TableId id : catalog.definitions.keySet()) {
      tables.put(id, catalog.table(id));
    }
    return tables;
  }

  private void load(Connection connection, List<String> databases) throws SQLException {
    for (Fact fact : query(connection, TABLES, databases)) {
      definitions.put(fact.table(), new ArrayList<>(List.of("table: " + fact.text(0))));
    }
    for (Fact fact : query(connection, COLUMNS, databases)) {
      if (define(fact, "column")) {
        columns
            .computeIfAbsent(fact.table(), t -> new ArrayList<>())
            .add(new ComparedColumn(fact.values().get(0), fact.values().get(1)));
      }
    }
    for (Fact fact : query(connection, KEYS, databases)) {
      define(fact, "key");
      keys.computeIfAbsent(fact.table(), t -> new TreeMap<>(Catalog::primaryFirst))
          .computeIfAbsent(fact.values().get(0), k -> new ArrayList<>())
          .add(keyPart(fact.values()));
    }
    for (String query : List.of(FOREIGN_KEYS, CHECKS, PARTITIONS)) {
      for (Fact fact : query(connection, query, databases)) {
        define(fact, "constraint or partition");
      }
    }
  }

  /** Views have columns too, but are no tables of ours. */
  private boolean define(Fact fact, String kind) {
    List<String> lines = definitions.get(fact.table());
    return lines != null && lines.add(kind + ": " + fact.text(0));
  }

  private static KeyPart keyPart(List<String> values) {
    boolean unique = values.get(2).equals("0");
    boolean nullable = values.get(3).equals("YES");
    return new KeyPart(values.get(1), unique && !nullable && values.get(1) != null);
  }

  private static int primaryFirst(String a, String b) {
    if (a.equals("PRIMARY") || b.equals("PRIMARY")) {
      return Boolean.compare(b.equals("PRIMARY"), a.equals("PRIMARY"));
    }
    return a.compareTo(b);
  }

  private ComparedTable table(TableId id) {
    List<String> key =
        keys.getOrDefault(id, Map.of()).values().stream()
            .filter(parts -> parts.stream().allMatch(KeyPart::usable))
            .findFirst()
            .map(parts -> parts.stream().map(KeyPart::column).toList())
            .orElse(List.of());
    return new ComparedTable(
        id, List.copyOf(definitions.get(id)), List.copyOf(columns.get(id)), key);
  }

  private record Fact(TableId table, List<String> values) {
    String text(int from) {
      return String.join(" | ", values.stream().skip(from).map(String::valueOf).toList());
    }
  }

  private static List<Fact> query(Connection connection, String sql, List<String> databases)
      throws SQLException {
    String marks = String.join(", ", databases.stream().map(d -> "?").toList());
    List<Fact> facts = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(sql.formatted(marks))) {
      for (int i = 0; i < databases.size(); i++) {
        statement.setString(i + 1, databases.get(i));
      }
      try (ResultSet rs = statement.executeQuery()) {
        while (rs.next()) {
          facts.add(fact(rs));
        }
      }
    }
    return facts;
  }

  private static Fact fact(ResultSet rs) throws SQLException {
    List<String> values = new ArrayList<>();
    for (int i = 3; i <= rs.getMetaData().getColumnCount(); i++) {
      values.add(text(rs, i));
    }
    return new Fact(new TableId(text(rs, 1), text(rs, 2)), values);
  }

  private static String text(ResultSet rs, int column) throws SQLException {
    byte[] bytes = rs.getBytes(column);
    return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
  }
}
