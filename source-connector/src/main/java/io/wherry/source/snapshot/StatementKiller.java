package io.wherry.source.snapshot;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Ends statements of other connections on the server, through one connection that stays open
 * between kills. Any thread may ask; the lock of this object guards the connection.
 */
final class StatementKiller implements AutoCloseable {
  private final SourceSession session;
  private Connection connection;
  private String serverUuid;

  StatementKiller(SourceSession session) {
    this.session = session;
  }

  /**
   * Ends what runs on that connection, and leaves the connection open. Does nothing where we reach
   * another server (behind a proxy): its connection of that number is not the one that was meant.
   */
  synchronized void kill(long connectionId, String ofServer) throws SQLException {
    if (connection != null && !connection.isValid(1)) {
      close();
    }
    if (connection == null) {
      connection = session.open();
      serverUuid = SourceLog.serverUuid(connection);
    }
    if (serverUuid.equals(ofServer)) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("KILL QUERY " + connectionId);
      }
    }
  }

  @Override
  public synchronized void close() throws SQLException {
    if (connection != null) {
      connection.abort(Runnable::run);
      connection = null;
    }
  }
}
