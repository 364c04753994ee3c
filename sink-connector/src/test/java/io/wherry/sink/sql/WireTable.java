package io.wherry.sink.sql;

import io.wherry.common.model.Column;
import io.wherry.common.model.Columns;
import io.wherry.common.model.Row;
import io.wherry.common.model.TableId;
import io.wherry.common.model.ValueKind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A real table read as the source puts it on the wire, straight from the data dictionary and the
 * text protocol.
 *
 * @param columns with the primary key's ordinals
 */
record WireTable(TableId id, Columns columns) {

  static WireTable of(Connection connection, TableId id) throws SQLException {
    String names =
        " WHERE table_schema = '" + id.database() + "' AND table_name = '" + id.table() + "'";
    Map<String, Integer> key = new LinkedHashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rs =
            statement.executeQuery(
                "SELECT column_name, seq_in_index FROM information_schema.statistics"
                    + SinkSession.text(names)
                    + " AND index_name = 'PRIMARY'")) {
      while (rs.next()) {
        key.put(rs.getString(1), rs.getInt(2));
      }
    }
    List<Column> columns = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rs =
            statement.executeQuery(
                "SELECT column_name, data_type, character_set_name FROM information_schema.columns"
                    + SinkSession.text(names)
                    + " ORDER BY ordinal_position")) {
      while (rs.next()) {
        String name = rs.getString(1);
        ValueKind kind = kind(rs.getString(2));
        String charset = kind == ValueKind.TEXT ? rs.getString(3) : null;
        columns.add(new Column(name, kind, charset, key.getOrDefault(name, 0)));
      }
    }
    connection.commit();
    return new WireTable(id, new Columns(columns));
  }

  private static ValueKind kind(String type) {
    return switch (type) {
      case "tinyint", "smallint", "mediumint", "int", "bigint", "year" -> ValueKind.INTEGER;
      case "decimal" -> ValueKind.DECIMAL;
      case "float", "double" -> ValueKind.REAL;
      case "bit" -> ValueKind.BIT;
      case "date", "time", "datetime", "timestamp" -> ValueKind.TEMPORAL;
      case "char", "varchar", "tinytext", "text", "mediumtext", "longtext" -> ValueKind.TEXT;
      case "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob" -> ValueKind.BINARY;
      case "enum" -> ValueKind.ENUM;
      case "set" -> ValueKind.SET;
      case "json" -> ValueKind.JSON;
      case "vector" -> ValueKind.VECTOR;
      default -> ValueKind.GEOMETRY;
    };
  }

  /** All rows, in the order of every column. */
  List<Row> rows(Connection connection) throws SQLException {
    List<Row> rows = new ArrayList<>();
    String list = columns.list().stream().map(WireTable::read).collect(Collectors.joining(", "));
    try (Statement statement = connection.createStatement();
        ResultSet rs =
            statement.executeQuery(SinkSession.text("SELECT " + list + " FROM " + id.quoted()))) {
      while (rs.next()) {
        byte[][] values = new byte[columns.size()][];
        for (int i = 0; i < values.length; i++) {
          values[i] = rs.getBytes(i + 1);
        }
        rows.add(new Row(values));
      }
    }
    connection.commit();
    return rows;
  }

  private static String read(Column column) {
    String name = TableId.quote(column.name());
    return switch (column.kind()) {
      case REAL -> "CAST(" + name + " AS DOUBLE)";
      case BIT, ENUM, SET -> "CAST(" + name + " AS UNSIGNED)";
      case GEOMETRY, VECTOR -> "CAST(" + name + " AS BINARY)";
      default -> name;
    };
  }

  /** Every row in hex by another way than the wire's, sorted; for comparing two tables. */
  List<String> image(Connection connection) throws SQLException {
    String list = columns.list().stream().map(WireTable::hex).collect(Collectors.joining(", "));
    return Sql.rows(connection, "SELECT " + list + " FROM " + id.quoted()).stream()
        .sorted()
        .toList();
  }

  private static String hex(Column column) {
    String name = TableId.quote(column.name());
    return switch (column.kind()) {
      case REAL -> "CONCAT(CAST(" + name + " AS CHAR), ' ', CAST(" + name + " AS DOUBLE))";
      case BIT -> "HEX(" + name + ")";
      case ENUM, SET -> "CONCAT(" + name + ", ' ', CAST(" + name + " AS UNSIGNED))";
      case JSON -> "CONCAT(JSON_TYPE(" + name + "), ' ', CAST(" + name + " AS CHAR))";
      case TEXT, GEOMETRY, VECTOR -> "HEX(CAST(" + name + " AS BINARY))";
      default -> "HEX(" + name + ")";
    };
  }
}
