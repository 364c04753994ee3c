package io.wherry.sink.sql;

import io.wherry.common.model.TableId;
import io.wherry.common.mysql.DdlStatement.Verb;
import io.wherry.common.mysql.SqlFailure;
import io.wherry.common.wire.Ddl;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs DDL of the source on the target. Every DDL statement commits what is open. */
public final class DdlRunner {
  private static final Set<Integer> NOT_THERE = Set.of(1049, 1146);

  /** Server messages that hold values of rows. */
  private static final Set<Integer> TELLS_VALUES =
      Set.of(1062, 1264, 1265, 1292, 1300, 1366, 1406, 1411, 1416, 1526, 1586, 1690, 3140, 3156);

  private static final Pattern COLLATION = Pattern.compile("'([a-z0-9_]+)'");

  private DdlRunner() {}

  /**
   * Runs a definition or a statement under the session it had on the source, with names routed, and
   * puts the session back. Creates a missing target database for a CREATE TABLE.
   *
   * @throws org.apache.kafka.connect.errors.DataException for a statement that cannot be carried
   */
  public static void run(Connection connection, Ddl ddl, Router router) throws SQLException {
    DdlText text = DdlText.of(ddl, router);
    SessionVariables session = new SessionVariables(ddl.session());
    String sql = new String(text.rewritten(), StandardCharsets.ISO_8859_1);
    try (Statement statement = connection.createStatement()) {
      if (text.verb() == Verb.CREATE_TABLE) {
        createDatabase(statement, text.target().database(), ddl);
      }
      use(statement, text.target().database());
      session.set(statement);
      try {
        execute(statement, sql, text);
      } finally {
        session.restore(statement);
      }
    }
  }

  /** The text of SHOW CREATE TABLE, or nothing where the table does not exist. */
  public static Optional<String> showCreate(Connection connection, TableId table)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rs =
            statement.executeQuery("SHOW CREATE TABLE " + SinkSession.text(table.quoted()))) {
      return rs.next() ? Optional.of(rs.getString(2)) : Optional.empty();
    } catch (SQLException e) {
      if (NOT_THERE.contains(e.getErrorCode())) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static void execute(Statement statement, String sql, DdlText text) throws SQLException {
    try {
      statement.execute(sql);
    } catch (SQLException e) {
      String what = text.verb() + " on the target's table " + text.target();
      boolean secret = TELLS_VALUES.contains(e.getErrorCode());
      if (SqlFailure.of(e) == SqlFailure.RECONNECT) {
        throw e;
      }
      throw new SQLException(
          what + " failed with error " + e.getErrorCode() + (secret ? "" : ": " + e.getMessage()),
          e.getSQLState(),
          e.getErrorCode());
    }
  }

  /** Asked first, so that nothing is written to the target's log where it exists. */
  private static void createDatabase(Statement statement, String database, Ddl ddl)
      throws SQLException {
    String sql = "SELECT 1 FROM information_schema.schemata WHERE schema_name = ?";
    try (PreparedStatement query = statement.getConnection().prepareStatement(sql)) {
      query.setString(1, SinkSession.text(database));
      try (ResultSet rs = query.executeQuery()) {
        if (rs.next()) {
          return;
        }
      }
    }
    statement.execute(
        "CREATE DATABASE IF NOT EXISTS "
            + SinkSession.text(TableId.quote(database))
            + collation(ddl));
  }

  /** Tables that name no character set take the database's, so it is that of the source's. */
  private static String collation(Ddl ddl) {
    String literal = ddl.session().getOrDefault("collation_database", "");
    Matcher name = COLLATION.matcher(literal);
    return name.matches() ? " DEFAULT COLLATE " + name.group(1) : "";
  }

  /** Only for what names no database; a server without this one answers the statement itself. */
  private static void use(Statement statement, String database) throws SQLException {
    try {
      statement.execute("USE " + SinkSession.text(TableId.quote(database)));
    } catch (SQLException e) {
      if (!NOT_THERE.contains(e.getErrorCode())) {
        throw e;
      }
    }
  }
}
