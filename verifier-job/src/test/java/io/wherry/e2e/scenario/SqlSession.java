package io.wherry.e2e.scenario;

import io.wherry.common.mysql.ServerAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;

/** One session on a server, as an application would have it. Belongs to one thread. */
final class SqlSession implements AutoCloseable {
  private final Connection connection;

  /** What happens behind each statement. */
  interface Step {
    void after(int statements) throws SQLException;
  }

  SqlSession(ServerAddress server) throws SQLException {
    Properties properties = new Properties();
    // The server's own sql_mode, not the driver's.
    properties.setProperty("jdbcCompliantTruncation", "false");
    connection = server.connect(properties);
  }

  /**
   * Runs these statements in order.
   *
   * @throws IllegalStateException with the number and beginning of the one that failed
   */
  void run(List<String> statements, Step step) throws SQLException {
    int done = 0;
    for (String statement : statements) {
      try {
        run(statement);
      } catch (SQLException e) {
        throw new IllegalStateException(
            "statement " + (done + 1) + " failed: " + head(statement) + ": " + e.getMessage(), e);
      }
      step.after(++done);
    }
  }

  void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setEscapeProcessing(false);
      boolean rows = statement.execute(sql);
      while (rows || statement.getUpdateCount() != -1) {
        rows = statement.getMoreResults();
      }
    }
  }

  private static String head(String statement) {
    return statement.length() > 60 ? statement.substring(0, 60) + ".." : statement;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
