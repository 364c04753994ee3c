package io.wherry.source.snapshot;

import io.wherry.common.model.TableId;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.Collection;
import java.util.stream.Collectors;

/**
 * LOCK TABLES .. READ of some tables, on a connection of its own. The server drops it by itself one
 * second after our last word, so that a stalled worker cannot hold up writers.
 */
final class TableLock implements AutoCloseable {
  /** ER_LOCK_WAIT_TIMEOUT, ER_QUERY_INTERRUPTED. */
  private static final int LOCK_WAIT_TIMEOUT = 1205;

  private static final int QUERY_INTERRUPTED = 1317;

  private final Connection connection;
  private final String serverUuid;

  private TableLock(Connection connection, String serverUuid) {
    this.connection = connection;
    this.serverUuid = serverUuid;
  }

  /** The lock, or null if it was not to be had within a second. */
  static TableLock tryTake(SourceSession session, Collection<TableId> tables) throws SQLException {
    Connection connection = session.open();
    try {
      String serverUuid = SourceLog.serverUuid(connection);
      lock(connection, tables);
      return new TableLock(connection, serverUuid);
    } catch (SQLException e) {
      connection.abort(Runnable::run);
      if (e instanceof SQLTimeoutException
          || e.getErrorCode() == LOCK_WAIT_TIMEOUT
          || e.getErrorCode() == QUERY_INTERRUPTED) {
        return null;
      }
      throw e;
    }
  }

  private static void lock(Connection connection, Collection<TableId> tables) throws SQLException {
    String list =
        tables.stream().map(t -> t.quoted() + " READ").collect(Collectors.joining(", "));
    try (Statement statement = connection.createStatement()) {
      statement.setEscapeProcessing(false);
      statement.execute("SET SESSION lock_wait_timeout = 1, wait_timeout = 1");
      // The server bounds the wait for each table, this bounds it for all together.
      statement.setQueryTimeout(1);
      statement.execute("LOCK TABLES " + list);
    }
  }

  String serverUuid() {
    return serverUuid;
  }

  /** Gives the lock back. Fails if the server had dropped it before. */
  void release() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("UNLOCK TABLES");
    }
  }

  @Override
  public void close() throws SQLException {
    connection.abort(Runnable::run);
  }
}
