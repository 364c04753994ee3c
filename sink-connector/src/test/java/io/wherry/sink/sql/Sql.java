package io.wherry.sink.sql;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Plain SQL for tests, on a connection of {@link SinkSession}. */
final class Sql {
  private Sql() {}

  /** Runs Unicode statements, each in its own transaction. */
  static void run(Connection connection, String... statements) throws SQLException {
    for (String sql : statements) {
      try (Statement statement = connection.createStatement()) {
        statement.execute(SinkSession.text(sql));
      }
      connection.commit();
    }
  }

  /** Every row as its values in hex, NULL as a dash. */
  static List<String> rows(Connection connection, String query) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rs = statement.executeQuery(SinkSession.text(query))) {
      int width = rs.getMetaData().getColumnCount();
      while (rs.next()) {
        StringBuilder row = new StringBuilder();
        for (int i = 1; i <= width; i++) {
          byte[] value = rs.getBytes(i);
          row.append(value == null ? "-" : HexFormat.of().formatHex(value)).append('|');
        }
        rows.add(row.toString());
      }
    }
    connection.commit();
    return rows;
  }

  /** Values of a query of one column as text. */
  static List<String> texts(Connection connection, String query) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rs = statement.executeQuery(SinkSession.text(query))) {
      while (rs.next()) {
        texts.add(rs.getString(1));
      }
    }
    connection.commit();
    return texts;
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
