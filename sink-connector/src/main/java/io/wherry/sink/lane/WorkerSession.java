package io.wherry.sink.lane;

import io.wherry.common.mysql.ServerAddress;
import io.wherry.sink.sql.SinkSession;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A worker's one connection to the target, opened when it is needed. Owned by the worker's thread;
 * {@link #abort} and {@link #id} are for any thread.
 */
final class WorkerSession {
  private static final int VALID_SECONDS = 2;

  private final ServerAddress address;
  private volatile Connection connection;
  private volatile long id;
  private volatile boolean closed;

  WorkerSession(ServerAddress address) {
    this.address = address;
  }

  /** The server's id of the open connection; 0 while there is none. */
  long id() {
    return id;
  }

  /** The connection, without an open transaction. */
  Connection connection() throws SQLException {
    Connection current = connection;
    return current != null ? current : open();
  }

  private Connection open() throws SQLException {
    Connection opened = SinkSession.open(address);
    connection = opened;
    id = readId(opened);
    if (closed) {
      discard();
      throw new SQLException("the task is stopping", "08003");
    }
    return opened;
  }

  private static long readId(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT CONNECTION_ID()")) {
      row.next();
      return row.getLong(1);
    }
  }

  /** Gives up what is uncommitted; a connection that cannot do that is closed. */
  void rollback() {
    try {
      Connection current = connection;
      if (current != null) {
        current.rollback();
      }
    } catch (SQLException e) {
      discard();
    }
  }

  /** Whether the connection, if there is one, can still be used. */
  boolean usable() {
    Connection current = connection;
    try {
      return current == null || current.isValid(VALID_SECONDS);
    } catch (SQLException e) {
      return false;
    }
  }

  /** Closes the connection: what is uncommitted on it is gone. */
  void discard() {
    Connection current = connection;
    connection = null;
    id = 0;
    if (current != null) {
      abort(current);
    }
  }

  /** Ends whatever the worker waits for on the connection; it may open another one. */
  void abort() {
    Connection current = connection;
    if (current != null) {
      abort(current);
    }
  }

  /** As {@link #abort}, and no other one is opened. */
  void close() {
    closed = true;
    abort();
  }

  /** On a thread of its own, since a socket in the middle of a write can hold up its closing. */
  private static void abort(Connection connection) {
    try {
      connection.abort(
          task -> {
            Thread thread = new Thread(task, "sink-abort");
            thread.setDaemon(true);
            thread.start();
          });
    } catch (SQLException e) {
      // Closed already: nothing to end.
      return;
    }
  }
}
