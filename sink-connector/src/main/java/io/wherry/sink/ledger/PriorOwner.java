package io.wherry.sink.ledger;

import io.wherry.sink.sql.SinkSession;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Ends the connections that a lane's previous owner may still have: their open transactions hold
 * locks, and a DDL statement on its way is stopped by no epoch.
 */
final class PriorOwner {
  private static final int UNKNOWN_THREAD = 1094;
  private static final long PATIENCE_MS = 2_000;

  private PriorOwner() {}

  /**
   * Kills those of the connections that exist and belong to our account.
   *
   * @return whether all of them are gone; if not, ask again later
   */
  static boolean end(Connection connection, Set<Long> ids) throws SQLException {
    Set<Long> alive = alive(connection, ids);
    for (long id : alive) {
      kill(connection, id);
    }
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS);
    while (!alive.isEmpty() && System.nanoTime() < deadline) {
      pause();
      alive = alive(connection, alive);
    }
    return alive.isEmpty();
  }

  private static void kill(Connection connection, long id) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("KILL CONNECTION " + id);
    } catch (SQLException e) {
      if (e.getErrorCode() != UNKNOWN_THREAD) {
        throw e;
      }
    }
  }

  private static Set<Long> alive(Connection connection, Set<Long> ids) throws SQLException {
    Set<Long> alive = new HashSet<>();
    if (ids.isEmpty()) {
      return alive;
    }
    String user = user(connection);
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SHOW PROCESSLIST")) {
      while (rows.next()) {
        if (ids.contains(rows.getLong("Id")) && user.equals(rows.getString("User"))) {
          alive.add(rows.getLong("Id"));
        }
      }
    }
    return alive;
  }

  private static String user(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(SinkSession.text("SELECT SUBSTRING_INDEX(USER(), '@', 1)"))) {
      row.next();
      return row.getString(1);
    }
  }

  private static void pause() throws SQLException {
    try {
      TimeUnit.MILLISECONDS.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLException("interrupted while a previous owner's connections end", e);
    }
  }
}
