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

  /**
   * Makes sure of the database, with the default collation it has on the source: a statement that
   * names none takes it (a definition names it). Asked first, so that nothing is written to the
   * target's log where all is well.
   */
  private static void createDatabase(Statement statement, String database, Ddl ddl)
      throws SQLException {
    Optional<String> wanted = collation(ddl);
    Optional<String> found = defaultCollation(statement.getConnection(), database);
    boolean named = ddl.origin() == Ddl.Origin.DEFINITION || wanted.isEmpty();
    if (found.isPresent() && (named || wanted.equals(found))) {
      return;
    }
    String name = SinkSession.text(TableId.quote(database));
    String verb = found.isEmpty() ? "CREATE DATABASE IF NOT EXISTS " : "ALTER DATABASE ";
    statement.execute(verb + name + wanted.map(c -> " DEFAULT COLLATE " + c).orElse(""));
  }

  private static Optional<String> defaultCollation(Connection connection, String database)
      throws SQLException {
    String sql =
        "SELECT DEFAULT_COLLATION_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = ?";
    try (PreparedStatement query = connection.prepareStatement(sql)) {
      query.setString(1, SinkSession.text(database));
      try (ResultSet rs = query.executeQuery()) {
        return rs.next() ? Optional.of(rs.getString(1)) : Optional.empty();
      }
    }
  }

  private static Optional<String> collation(Ddl ddl) {
    Matcher name = COLLATION.matcher(ddl.session().getOrDefault("collation_database", ""));
    return name.matches() ? Optional.of(name.group(1)) : Optional.empty();
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
