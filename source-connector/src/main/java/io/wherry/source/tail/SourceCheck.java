package io.wherry.source.tail;

import io.wherry.common.model.GtidSet;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;

/**
 * Asks the source, before the tail connects, whether its log can be read from a GTID set on, and
 * what the tail must know to read it. Holds no state and no connection afterwards.
 */
final class SourceCheck {
  /** A transaction can be in the log, and with us, seconds before it counts as executed. */
  private static final int ATTEMPTS = 20;

  private static final long PAUSE_MS = 1000;

  private final TailSettings settings;
  private final GtidSet start;

  SourceCheck(TailSettings settings, GtidSet start) {
    this.settings = settings;
    this.start = start;
  }

  /**
   * Runs the checks.
   *
   * @throws ConnectException naming what is missing and the next action
   * @throws RetriableException if the server cannot be reached now
   */
  ServerFacts run() throws InterruptedException {
    try (Connection connection = settings.address().connect()) {
      if (!ask(connection, "SELECT @@GLOBAL.gtid_mode").equals("ON")) {
        throw new ConnectException(
            "gtid_mode is not ON at " + settings.address() + ": switch it on, then start again");
      }
      checkExecuted(connection);
      checkPurged(connection);
      return facts(connection);
    } catch (SQLException e) {
      throw new TailFailures(settings.address()).translate(e);
    }
  }

  private void checkExecuted(Connection connection) throws SQLException, InterruptedException {
    String missing = missing(connection);
    for (int i = 1; i < ATTEMPTS && !missing.isEmpty() && owned(connection); i++) {
      Thread.sleep(PAUSE_MS);
      missing = missing(connection);
    }
    if (!missing.isEmpty()) {
      throw new ConnectException(
          "the source "
              + settings.address()
              + " has never had the transactions "
              + missing
              + " that were read already: it is another server, or it lost them in a failover."
              + " Point connection.host to the server that has them, or delete the connector's"
              + " offsets and start again from a new snapshot");
    }
  }

  private String missing(Connection connection) throws SQLException {
    return subtract(connection, start.toString(), ask(connection, "SELECT @@GLOBAL.gtid_executed"));
  }

  /** Whether transactions are between the log and the engine, so that waiting may help. */
  private static boolean owned(Connection connection) throws SQLException {
    return !ask(connection, "SELECT @@GLOBAL.gtid_owned").isEmpty();
  }

  private void checkPurged(Connection connection) throws SQLException {
    String purged = ask(connection, "SELECT @@GLOBAL.gtid_purged");
    String missing = subtract(connection, purged, start.toString());
    if (!missing.isEmpty()) {
      throw new ConnectException(
          "the source "
              + settings.address()
              + " has purged log files with the transactions "
              + missing
              + " that were not read yet. Delete the connector's offsets and start again from a new"
              + " snapshot; keep the log longer (binlog_expire_logs_seconds)");
    }
  }

  private static String subtract(Connection connection, String set, String less)
      throws SQLException {
    try (PreparedStatement query = connection.prepareStatement("SELECT GTID_SUBTRACT(?, ?)")) {
      query.setString(1, set);
      query.setString(2, less);
      try (ResultSet row = query.executeQuery()) {
        row.next();
        return row.getString(1).replace("\n", "");
      }
    }
  }

  private static String ask(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  private static ServerFacts facts(Connection connection) throws SQLException {
    Map<Integer, String> collations = new HashMap<>();
    Map<Integer, String> charsets = new HashMap<>();
    String sql = "SELECT ID, COLLATION_NAME, CHARACTER_SET_NAME FROM information_schema.COLLATIONS";
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      while (row.next()) {
        collations.put(row.getInt(1), row.getString(2));
        charsets.put(row.getInt(1), row.getString(3));
      }
    }
    ServerFacts.NameCase nameCase =
        ask(connection, "SELECT @@lower_case_table_names").equals("1")
            ? ServerFacts.NameCase.LOWERED
            : ServerFacts.NameCase.EXACT;
    String uuid = ask(connection, "SELECT @@GLOBAL.server_uuid");
    return new ServerFacts(uuid, Map.copyOf(collations), Map.copyOf(charsets), nameCase);
  }
}
