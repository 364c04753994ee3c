package io.wherry.source.snapshot;

import io.wherry.common.model.TableId;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * LOCK TABLES of some tables, on a connection of its own. The server drops it by itself one second
 * after our last word, so that a stalled worker cannot hold up writers.
 */
final class TableLock implements AutoCloseable {
  /** Whom the lock keeps out. */
  enum Kind {
    /** Writers only; granted when no transaction that wrote to the tables is open. */
    READ,
    /**
     * Readers too, but while it waits no new transaction gets in front of it. For tables whose
     * writing transactions always overlap: {@link #READ} would never be granted there.
     */
    WRITE
  }

  /** ER_LOCK_WAIT_TIMEOUT, ER_QUERY_INTERRUPTED. */
  private static final Set<Integer> WAITED_TOO_LONG = Set.of(1205, 1317);

  /** Those, and read-only servers and rights of trigger bodies, which only WRITE asks for. */
  private static final Set<Integer> NO_WRITE_LOCK = Set.of(1205, 1317, 1290, 1836, 1044, 1142);

  private final Connection connection;
  private final String serverUuid;

  private TableLock(Connection connection, String serverUuid) {
    this.connection = connection;
    this.serverUuid = serverUuid;
  }

  /** The lock, or null if it was not to be had within a second. */
  static TableLock tryTake(SourceSession session, Collection<TableId> tables, Kind kind)
      throws SQLException {
    Connection connection = session.open();
    try {
      String serverUuid = SourceLog.serverUuid(connection);
      lock(connection, tables, kind);
      return new TableLock(connection, serverUuid);
    } catch (SQLException e) {
      connection.abort(Runnable::run);
      Set<Integer> expected = kind == Kind.READ ? WAITED_TOO_LONG : NO_WRITE_LOCK;
      if (e instanceof SQLTimeoutException || expected.contains(e.getErrorCode())) {
        return null;
      }
      throw e;
    }
  }

  private static void lock(Connection connection, Collection<TableId> tables, Kind kind)
      throws SQLException {
    String list =
        tables.stream().map(t -> t.quoted() + " " + kind).collect(Collectors.joining(", "));
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
