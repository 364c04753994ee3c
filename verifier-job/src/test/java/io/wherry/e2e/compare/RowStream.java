package io.wherry.e2e.compare;

import io.wherry.common.mysql.ServerAddress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/** All rows of one table, streamed in the order of its key. The connection is the caller's. */
public final class RowStream implements AutoCloseable {
  private final Statement statement;
  private final ResultSet rows;
  private final int width;

  private RowStream(Statement statement, ResultSet rows) throws SQLException {
    this.statement = statement;
    this.rows = rows;
    this.width = rows.getMetaData().getColumnCount();
  }

  /** A session that shows stored bytes: no charset conversion, UTC, no limits of the server's. */
  public static Connection session(ServerAddress server) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("jdbcCompliantTruncation", "false");
    Connection connection = server.connect(properties);
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "SET SESSION character_set_results = NULL, time_zone = '+00:00', sql_mode = '',"
              + " sql_select_limit = DEFAULT, max_execution_time = 0,"
              + " group_concat_max_len = 1073741824,"
              + " show_gipk_in_create_table_and_information_schema = ON");
    }
    return connection;
  }

  static RowStream open(Connection connection, ComparedTable table) throws SQLException {
    Statement statement = connection.createStatement();
    try {
      statement.setEscapeProcessing(false);
      statement.setFetchSize(Integer.MIN_VALUE);
      return new RowStream(statement, statement.executeQuery(table.select()));
    } catch (SQLException e) {
      statement.close();
      throw e;
    }
  }

  /** The next row, or null after the last. */
  StoredRow next() throws SQLException {
    if (!rows.next()) {
      return null;
    }
    byte[][] values = new byte[width][];
    for (int i = 0; i < width; i++) {
      values[i] = rows.getBytes(i + 1);
    }
    return new StoredRow(values);
  }

  @Override
  public void close() throws SQLException {
    rows.close();
    statement.close();
  }
}
