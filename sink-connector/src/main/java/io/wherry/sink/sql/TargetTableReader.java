package io.wherry.sink.sql;

import io.wherry.common.model.TableId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.connect.errors.DataException;

/** Asks the target's data dictionary about one table. */
final class TargetTableReader {
  private static final String TABLE =
      "SELECT table_type, @@max_allowed_packet, @@local_infile FROM information_schema.tables"
          + " WHERE table_schema = ? AND table_name = ?";
  private static final String COLUMNS =
      "SELECT column_name, data_type, character_set_name, is_nullable = 'NO' AND column_default IS"
          + " NULL AND extra NOT LIKE '%DEFAULT_GENERATED%' AS required, extra,"
          + " generation_expression <> '' AS gen FROM information_schema.columns WHERE table_schema"
          + " = ? AND table_name = ? ORDER BY ordinal_position";
  private static final String UNIQUE_KEYS =
      "SELECT index_name, column_name, sub_part FROM information_schema.statistics WHERE"
          + " table_schema = ? AND table_name = ? AND non_unique = 0 ORDER BY index_name <>"
          + " 'PRIMARY', index_name, seq_in_index";

  private final Connection connection;
  private final TableId id;

  TargetTableReader(Connection connection, TableId id) {
    this.connection = connection;
    this.id = id;
  }

  Optional<TargetTable> read() throws SQLException {
    try (PreparedStatement query = query(TABLE);
        ResultSet rs = query.executeQuery()) {
      if (!rs.next()) {
        return Optional.empty();
      }
      if (!rs.getString(1).equals("BASE TABLE")) {
        throw new DataException(id + " on the target is a view; route the table elsewhere");
      }
      List<TargetColumn> columns = columns();
      return Optional.of(
          new TargetTable(id, columns, uniqueKeys(columns), rs.getLong(2), rs.getBoolean(3)));
    }
  }

  private PreparedStatement query(String sql) throws SQLException {
    PreparedStatement query = connection.prepareStatement(sql);
    query.setString(1, SinkSession.text(id.database()));
    query.setString(2, SinkSession.text(id.table()));
    return query;
  }

  private List<TargetColumn> columns() throws SQLException {
    List<TargetColumn> columns = new ArrayList<>();
    try (PreparedStatement query = query(COLUMNS);
        ResultSet rs = query.executeQuery()) {
      while (rs.next()) {
        columns.add(
            new TargetColumn(
                rs.getString(1),
                rs.getString(2).toLowerCase(Locale.ROOT),
                rs.getString(3),
                fill(rs)));
      }
    }
    return columns;
  }

  private static TargetColumn.Fill fill(ResultSet rs) throws SQLException {
    if (rs.getBoolean(6)) {
      return TargetColumn.Fill.GENERATED;
    }
    if (rs.getString(5).contains("auto_increment")) {
      return TargetColumn.Fill.AUTO_INCREMENT;
    }
    return rs.getBoolean(4) ? TargetColumn.Fill.REQUIRED : TargetColumn.Fill.DEFAULT;
  }

  private List<UniqueKey> uniqueKeys(List<TargetColumn> columns) throws SQLException {
    Set<String> generated = new HashSet<>();
    columns.stream().filter(TargetColumn::generated).forEach(c -> generated.add(c.name()));
    Map<String, UniqueKey> keys = new LinkedHashMap<>();
    try (PreparedStatement query = query(UNIQUE_KEYS);
        ResultSet rs = query.executeQuery()) {
      while (rs.next()) {
        String column = rs.getString(2);
        boolean plain = column != null && rs.getString(3) == null;
        keys.merge(
            rs.getString(1),
            new UniqueKey(
                rs.getString(1),
                column == null ? List.of() : List.of(column),
                plain,
                !plain || generated.contains(column)),
            TargetTableReader::join);
      }
    }
    return List.copyOf(keys.values());
  }

  private static UniqueKey join(UniqueKey a, UniqueKey b) {
    List<String> columns = new ArrayList<>(a.columns());
    columns.addAll(b.columns());
    return new UniqueKey(
        a.name(), columns, a.plain() && b.plain(), a.touchesAll() || b.touchesAll());
  }
}
