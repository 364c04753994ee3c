package io.wherry.verify.server;

import io.wherry.common.mysql.ServerAddress;
import io.wherry.common.mysql.SqlFailure;
import io.wherry.verify.IncompleteException;
import io.wherry.verify.StandstillException;
import io.wherry.verify.config.ConfigurationException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * One of the two servers, read through sessions of our own. A read that meets a lost connection or
 * a passing failure runs again; any number of threads may read, each call has its own connection,
 * and idle ones wait in a queue that all threads share.
 */
public final class Server implements AutoCloseable {
  private static final int ATTEMPTS = 6;
  private static final Set<Integer> NO_ACCESS = Set.of(1044, 1045, 1698);

  private final String role;
  private final ServerAddress address;
  private final ConcurrentLinkedDeque<Connection> idle = new ConcurrentLinkedDeque<>();

  /**
   * Does not connect yet.
   *
   * @param role what to call the server in messages
   */
  public Server(String role, ServerAddress address) {
    this.role = role;
    this.address = address;
  }

  /** What to call the server in messages. */
  public String role() {
    return role;
  }

  /** All rows of a query. */
  public <T> List<T> rows(String sql, RowMapper<T> mapper) throws SQLException {
    return call(
        connection -> {
          try (Statement statement = connection.createStatement();
              ResultSet result = statement.executeQuery(sql)) {
            List<T> rows = new ArrayList<>();
            while (result.next()) {
              rows.add(mapper.map(result));
            }
            return rows;
          }
        });
  }

  /** The only row of a query. */
  public <T> T row(String sql, RowMapper<T> mapper) throws SQLException {
    List<T> rows = rows(sql, mapper);
    if (rows.size() != 1) {
      throw new SQLException("expected one row and got " + rows.size());
    }
    return rows.get(0);
  }

  /**
   * Runs a read, again after a pause where the failure is of a passing kind.
   *
   * @throws StandstillException when the server stays away
   * @throws SQLException any other failure, as the server said it
   */
  public <T> T call(SqlCall<T> call) throws SQLException {
    for (int attempt = 1; ; attempt++) {
      try {
        return once(call);
      } catch (SQLException e) {
        refuseWithoutAccess(e);
        SqlFailure failure = SqlFailure.of(e);
        if (failure != SqlFailure.AGAIN && failure != SqlFailure.RECONNECT) {
          throw e;
        }
        closeIdle();
        if (attempt == ATTEMPTS) {
          throw new StandstillException(
              "the " + role + " " + address + " cannot be read: " + SqlText.describe(e), e);
        }
        pause(attempt);
      }
    }
  }

  private <T> T once(SqlCall<T> call) throws SQLException {
    Connection borrowed = idle.pollFirst();
    Connection connection = borrowed != null ? borrowed : Session.open(address);
    boolean done = false;
    try {
      T result = call.run(connection);
      done = true;
      return result;
    } finally {
      if (done) {
        idle.addFirst(connection);
      } else {
        closeQuietly(connection);
      }
    }
  }

  private void refuseWithoutAccess(SQLException e) {
    if (NO_ACCESS.contains(e.getErrorCode())) {
      throw new ConfigurationException(
          "the " + role + " " + address + " refuses us: " + SqlText.describe(e), e);
    }
  }

  private static void pause(int attempt) {
    try {
      Thread.sleep(Math.min(5000, 100L << attempt));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IncompleteException("interrupted", e);
    }
  }

  private void closeIdle() {
    for (Connection c = idle.pollFirst(); c != null; c = idle.pollFirst()) {
      closeQuietly(c);
    }
  }

  private static void closeQuietly(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      // It was read only and is of no use any more; how it ends changes nothing.
    }
  }

  @Override
  public void close() {
    closeIdle();
  }

  @Override
  public String toString() {
    return role + " " + address;
  }
}
