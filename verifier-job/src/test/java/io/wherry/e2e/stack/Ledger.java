package io.wherry.e2e.stack;

import io.wherry.common.model.TableId;
import io.wherry.common.mysql.ServerAddress;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads one sink connector's ledger rows on the target. Owns its connection. */
public final class Ledger implements AutoCloseable {
  private static final String QUERY =
      "SELECT source_database, source_table, topic, next_offset, rows_applied, generation,"
          + " snapshot_done, COALESCE(GTID_SUBSET(?, gtid_set), 0), last_error FROM wherry.ledger"
          + " WHERE connector = ?";

  /** Unknown database, unknown table: no sink has been here yet. */
  private static final Set<Integer> ABSENT = Set.of(1049, 1146);

  private final Connection connection;
  private final String connector;

  /**
   * One lane's progress.
   *
   * @param table on the source
   * @param generation changes when the table is read again from its beginning
   * @param hasPassed whether its position contains the GTID set asked for
   * @param lastError what the lane waits for, or null
   */
  public record Lane(
      TableId table,
      String topic,
      long nextOffset,
      long rowsApplied,
      long generation,
      boolean snapshotDone,
      boolean hasPassed,
      String lastError) {}

  public Ledger(ServerAddress target, String connector) throws SQLException {
    this.connection = target.connect();
    this.connector = connector;
  }

  /** All lanes, each asked whether it has passed these transactions. */
  public List<Lane> read(String gtids) throws SQLException {
    List<Lane> lanes = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(QUERY)) {
      statement.setString(1, gtids);
      statement.setString(2, connector);
      try (ResultSet rs = statement.executeQuery()) {
        while (rs.next()) {
          lanes.add(lane(rs));
        }
      }
    } catch (SQLException e) {
      if (!ABSENT.contains(e.getErrorCode())) {
        throw e;
      }
    }
    return lanes;
  }

  private static Lane lane(ResultSet rs) throws SQLException {
    return new Lane(
        new TableId(rs.getString(1), rs.getString(2)),
        rs.getString(3),
        rs.getLong(4),
        rs.getLong(5),
        rs.getLong(6),
        rs.getBoolean(7),
        rs.getBoolean(8),
        rs.getString(9));
  }

  /** Forgets the connector: for tests, whose tables go away too. */
  public void clear() throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("DELETE FROM wherry.ledger WHERE connector = ?")) {
      statement.setString(1, connector);
      statement.executeUpdate();
    } catch (SQLException e) {
      if (!ABSENT.contains(e.getErrorCode())) {
        throw e;
      }
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
