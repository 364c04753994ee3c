package io.wherry.source.snapshot;

import io.wherry.common.model.GtidSet;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Questions about the source's log, each asked on the caller's connection. */
public final class SourceLog {
  /** ER_PARSE_ERROR: a server older than 8.2 does not know the statement. */
  private static final int PARSE_ERROR = 1064;

  private SourceLog() {}

  /** Every transaction that readers of this server see. */
  public static GtidSet gtidExecuted(Connection connection) throws SQLException {
    return GtidSet.parse(single(connection, "SELECT @@GLOBAL.gtid_executed"));
  }

  /** The identity of the server that answers on this connection. */
  public static String serverUuid(Connection connection) throws SQLException {
    return single(connection, "SELECT @@GLOBAL.server_uuid");
  }

  /** The end of the log; readers may not see all of it yet. */
  public static LogEnd binlogEnd(Connection connection) throws SQLException {
    try {
      return binlogEnd(connection, "SHOW BINARY LOG STATUS");
    } catch (SQLException e) {
      if (e.getErrorCode() != PARSE_ERROR) {
        throw e;
      }
      return binlogEnd(connection, "SHOW MASTER STATUS");
    }
  }

  private static LogEnd binlogEnd(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rs = statement.executeQuery(sql)) {
      if (!rs.next()) {
        throw new SQLException("the source has no binary log: start it with --log-bin");
      }
      return new LogEnd(rs.getString(1), rs.getLong(2));
    }
  }

  private static String single(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rs = statement.executeQuery(sql)) {
      rs.next();
      return rs.getString(1);
    }
  }
}
