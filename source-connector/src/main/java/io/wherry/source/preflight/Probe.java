package io.wherry.source.preflight;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Statements whose failure is an answer. Belongs to the thread that owns the connection.
 *
 * @param connection one of the preflight
 */
record Probe(Connection connection) {
  /** Missing rights; 1401 is what XA RECOVER says of one. */
  private static final Set<Integer> DENIED = Set.of(1044, 1142, 1143, 1227, 1370, 1401);

  private static final int PARSE_ERROR = 1064;
  private static final int NAMED = 10;

  /** All rows as text. */
  List<List<String>> rows(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setEscapeProcessing(false);
      try (ResultSet rs = statement.executeQuery(sql)) {
        int width = rs.getMetaData().getColumnCount();
        List<List<String>> rows = new ArrayList<>();
        while (rs.next()) {
          List<String> row = new ArrayList<>();
          for (int i = 1; i <= width; i++) {
            row.add(rs.getString(i));
          }
          rows.add(row);
        }
        return rows;
      }
    }
  }

  /** The rows of the first of two spellings, of new and old servers, that the server knows. */
  List<List<String>> rows(String sql, String olderSql) throws SQLException {
    try {
      return rows(sql);
    } catch (SQLException e) {
      if (e.getErrorCode() != PARSE_ERROR) {
        throw e;
      }
      return rows(olderSql);
    }
  }

  static boolean denied(SQLException e) {
    return DENIED.contains(e.getErrorCode());
  }

  /** Some of the names and the number of the others. */
  static String some(List<?> names) {
    String shown =
        names.stream().limit(NAMED).map(Object::toString).collect(Collectors.joining(", "));
    int more = names.size() - NAMED;
    return more > 0 ? shown + " and " + more + " more" : shown;
  }
}
