package io.wherry.sink.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.connect.errors.DataException;

/**
 * Sends statements about one table on the caller's connection. Anything but a clean success is an
 * exception without values; a warning is a failure too, because it means that the server stored
 * something else than what we sent.
 */
final class TableSession {
  /** Deprecated names of character sets and collations: no word about the values. */
  private static final Set<Integer> DEPRECATION = Set.of(1287, 3719, 3778);

  private static final int TRUNCATED = 1265;

  private final Connection connection;
  private final Binding binding;
  private final Refusal refusal;

  TableSession(Connection connection, Binding binding) {
    this.connection = connection;
    this.binding = binding;
    this.refusal = new Refusal(binding);
  }

  Binding binding() {
    return binding;
  }

  Refusal refusal() {
    return refusal;
  }

  /** Runs a statement and returns the number of affected rows. */
  long run(SqlText sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      long affected = send(statement, sql);
      List<SQLWarning> warnings = warnings(statement);
      if (!warnings.isEmpty()) {
        throw refusal.data(warnings.get(0).getErrorCode(), warnings.get(0).getMessage());
      }
      return affected;
    }
  }

  /**
   * Runs an INSERT of rows that hold the ENUM index 0. Outside strict mode each such value draws
   * one warning 1265; one more or another one is a failure as ever.
   */
  long runRelaxed(SqlText sql, int enumZeros) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET SESSION sql_mode = '" + SinkSession.RELAXED_SQL_MODE + "'");
      try {
        long affected = send(statement, sql);
        List<SQLWarning> warnings = warnings(statement);
        for (SQLWarning w : warnings) {
          if (w.getErrorCode() != TRUNCATED) {
            throw refusal.data(w.getErrorCode(), w.getMessage());
          }
        }
        if (warnings.size() != enumZeros) {
          throw refusal.data(TRUNCATED, null);
        }
        return affected;
      } finally {
        statement.execute("SET SESSION sql_mode = '" + SinkSession.SQL_MODE + "'");
      }
    }
  }

  /**
   * Runs LOAD DATA LOCAL with these bytes as the file.
   *
   * @return affected rows; warnings are in {@code into}
   */
  long load(SqlText sql, SqlText data, List<SQLWarning> into) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      LocalData offer = LocalData.offer(statement, data);
      try {
        long affected = statement.executeLargeUpdate(sql.toStatement());
        into.addAll(warnings(statement));
        return affected;
      } finally {
        offer.end();
      }
    }
  }

  private long send(Statement statement, SqlText sql) throws SQLException {
    long packet = binding.table().maxPacket();
    // The command byte counts too; a little room for the protocol does not hurt.
    if (sql.size() + 64L > packet) {
      throw new DataException(
          refusal.table()
              + ": a row needs a statement of "
              + sql.size()
              + " bytes, more than max_allowed_packet "
              + packet
              + " of the target; raise it there and start again");
    }
    try {
      return statement.executeLargeUpdate(sql.toStatement());
    } catch (SQLException e) {
      Exception told = refusal.of(e);
      if (told instanceof DataException data) {
        throw data;
      }
      throw (SQLException) told;
    }
  }

  /** The driver asks the server only where the result announced warnings. */
  private static List<SQLWarning> warnings(Statement statement) throws SQLException {
    List<SQLWarning> warnings = new ArrayList<>();
    for (SQLWarning w = statement.getWarnings(); w != null; w = w.getNextWarning()) {
      if (!DEPRECATION.contains(w.getErrorCode())) {
        warnings.add(w);
      }
    }
    return warnings;
  }
}
