package io.wherry.source;

import io.wherry.common.model.GtidSet;
import io.wherry.common.model.TableId;
import io.wherry.source.offsets.ResumeState;
import io.wherry.source.offsets.TableOffset;
import io.wherry.source.reconcile.Definition;
import io.wherry.source.reconcile.LaneHistory;
import io.wherry.source.snapshot.Catalog;
import io.wherry.source.snapshot.LogEnd;
import io.wherry.source.snapshot.SourceLog;
import io.wherry.source.snapshot.SourceSession;
import io.wherry.source.snapshot.TableInfo;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.errors.RetriableException;

/** Reads table definitions with the marks around the reading. */
final class Definitions implements LaneHistory {
  private final SourceSession session;
  private final Catalog catalog;
  private final ResumeState state;

  Definitions(SourceSession session, Catalog catalog, ResumeState state) {
    this.session = session;
    this.catalog = catalog;
    this.state = state;
  }

  /** The definitions of those of the tables that exist. */
  List<Definition> read(Connection connection, Collection<TableId> tables) throws SQLException {
    GtidSet from = SourceLog.gtidExecuted(connection);
    List<TableInfo> infos = catalog.describe(connection, tables);
    LogEnd end = SourceLog.binlogEnd(connection);
    Map<String, Map<String, String>> sessions = new HashMap<>();
    List<Definition> definitions = new ArrayList<>(infos.size());
    for (TableInfo info : infos) {
      String database = info.id().database();
      if (!sessions.containsKey(database)) {
        sessions.put(database, session(connection, database));
      }
      Map<String, String> settings = sessions.get(database);
      definitions.add(new Definition(info, from, settings, end.file(), end.offset()));
    }
    return definitions;
  }

  /**
   * The database is created with this collation on the target: later tables take their default from
   * it. The packet size is for the sink to compare: a row that fits here must fit there.
   */
  private static Map<String, String> session(Connection connection, String database)
      throws SQLException {
    String sql =
        "SELECT DEFAULT_COLLATION_NAME, @@GLOBAL.max_allowed_packet"
            + " FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = ?";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, database);
      try (ResultSet rs = statement.executeQuery()) {
        if (!rs.next()) {
          return Map.of();
        }
        return Map.of(
            "collation_database",
            "'" + rs.getString(1) + "'",
            "max_allowed_packet",
            rs.getString(2));
      }
    }
  }

  @Override
  public Optional<TableOffset> offset(TableId table) {
    return state.table(table);
  }

  @Override
  public Map<String, String> session(String database) {
    try (Connection connection = session.open()) {
      return session(connection, database);
    } catch (SQLException e) {
      throw new RetriableException("reading the default collation of " + database + " failed", e);
    }
  }

  @Override
  public Optional<Definition> definition(TableId table) {
    try (Connection connection = session.open()) {
      return read(connection, List.of(table)).stream().findFirst();
    } catch (SQLException e) {
      throw new RetriableException("reading the definition of " + table + " failed", e);
    }
  }
}
