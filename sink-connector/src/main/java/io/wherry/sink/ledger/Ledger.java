package io.wherry.sink.ledger;

import io.wherry.sink.sql.SinkSession;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The sink's progress table in the target, one row a lane, written in the same transaction as the
 * rows it speaks of. Holds no state of its own: every connection and its transaction belong to the
 * caller.
 *
 * <p>Invariant, true of every committed state of a row and its target table: the table holds
 * exactly what applying the lane's records below {@code next_offset} in order gives, each (run,
 * number) counted once, each source transaction's changes once, records of older generations not at
 * all. Between an {@code intent} and its clearing the table is either that, or that with the
 * intent's one statement run. Only the owner of the current {@code epoch} moves a row, and no
 * connection acts for a lane before the row names it.
 */
public final class Ledger {
  private static final int NO_SUCH_TABLE = 1146;
  private static final int NO_SUCH_DATABASE = 1049;
  private static final int DUPLICATE = 1062;

  private final LedgerTable table;

  public Ledger(String database) {
    this.table = new LedgerTable(database);
  }

  /** Every row of a connector, in topic order; none where the table does not exist. */
  public List<LedgerRow> rows(Connection connection, String connector) throws SQLException {
    String sql = "SELECT * FROM " + table.quoted() + " WHERE connector = ? ORDER BY topic";
    List<LedgerRow> rows = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, SinkSession.text(connector));
      try (ResultSet found = statement.executeQuery()) {
        while (found.next()) {
          rows.add(LedgerTable.read(found));
        }
      }
    } catch (SQLException e) {
      if (!missing(e)) {
        throw e;
      }
    }
    return rows;
  }

  /** A lane's row as last committed; none where the lane was never claimed. */
  public Optional<LedgerRow> read(Connection connection, LaneId lane) throws SQLException {
    try {
      return select(connection, lane, "");
    } catch (SQLException e) {
      if (!missing(e)) {
        throw e;
      }
      return Optional.empty();
    }
  }

  /**
   * Makes the caller the lane's owner: raises the epoch, ends the connections of the owner before,
   * and creates table and row where they are missing. Commits.
   *
   * @param ours ids of the caller's own connections, the one given among them: these live on
   * @return the lane's row, which nobody else moves any more; empty while connections of the owner
   *     before are still ending, then ask again
   */
  public Optional<LedgerRow> claim(Connection connection, LaneId lane, Set<Long> ours)
      throws SQLException {
    Optional<LedgerRow> seen = readOrCreate(connection, lane);
    if (seen.isEmpty() || !PriorOwner.end(connection, others(seen.get(), ours))) {
      connection.rollback();
      return Optional.empty();
    }
    LedgerRow raised = raise(connection, lane, ours);
    connection.commit();
    boolean alone = PriorOwner.end(connection, others(raised, ours));
    return alone ? Optional.of(raised) : Optional.empty();
  }

  /**
   * Names the connections that act for the lane from now on, ends those that were named and are not
   * among the caller's any more, and reads the row behind every transaction still committing.
   * Commits.
   *
   * @param claimed the row with the caller's claim
   * @param acting the ids to name, the one given among them
   * @param ours ids of all the caller's open connections: these live on
   * @return the row as it is; empty while connections are still ending, then ask again
   * @throws LaneLost if a later claim stands
   * @throws LedgerMoved if the target lost the claim
   */
  public Optional<LedgerRow> attach(
      Connection connection, LedgerRow claimed, Set<Long> acting, Set<Long> ours)
      throws SQLException {
    LaneId lane = claimed.lane();
    long epoch = claimed.owner().epoch();
    Optional<LedgerRow> seen = read(connection, lane);
    boolean current = seen.isPresent() && seen.get().owner().epoch() == epoch;
    if (current && !PriorOwner.end(connection, others(seen.get(), ours))) {
      connection.rollback();
      return Optional.empty();
    }
    LedgerRow row = lock(connection, lane, epoch);
    LedgerRow named = row.with(new LedgerRow.Owner(epoch, acting));
    writeOwner(connection, named);
    connection.commit();
    return Optional.of(named);
  }

  /**
   * Moves the row, inside the caller's transaction, if epoch and next offset are still those of
   * {@code before}.
   *
   * @throws LaneLost if the lane has another owner or no row
   * @throws LedgerMoved if the row stands elsewhere
   */
  public void advance(Connection connection, LedgerRow before, LedgerRow after)
      throws SQLException {
    String sql =
        "UPDATE "
            + table.quoted()
            + " SET "
            + LedgerTable.ASSIGNMENTS
            + LedgerTable.KEY
            + " AND epoch = ? AND next_offset = ?";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      int next = LedgerTable.bind(statement, after);
      LedgerTable.bindKey(statement, next, before.lane());
      statement.setLong(next + 3, before.owner().epoch());
      statement.setLong(next + 4, before.progress().nextOffset());
      int moved = statement.executeUpdate();
      if (moved == 1) {
        return;
      }
    }
    LedgerRow found = lock(connection, before.lane(), before.owner().epoch());
    throw new LedgerMoved(
        LedgerMoved.Cause.OFFSET,
        "the ledger row of "
            + before.lane()
            + " stands at "
            + found.progress().nextOffset()
            + ", not at "
            + before.progress().nextOffset());
  }

  /** Notes for people why a lane does not move. Commits; changes nothing of another owner's. */
  public void note(Connection connection, LedgerRow row, String error) throws SQLException {
    String sql =
        "UPDATE " + table.quoted() + " SET last_error = ?" + LedgerTable.KEY + " AND epoch = ?";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, SinkSession.text(error.substring(0, Math.min(8_000, error.length()))));
      LedgerTable.bindKey(statement, 2, row.lane());
      statement.setLong(5, row.owner().epoch());
      statement.executeUpdate();
    }
    connection.commit();
  }

  /** Forgets the connections of a lane that is given up in order, so nobody ends them. Commits. */
  public void release(Connection connection, LedgerRow row) throws SQLException {
    writeOwner(connection, row.with(new LedgerRow.Owner(row.owner().epoch(), Set.of())));
    connection.commit();
  }

  /** Another lane, of any connector, that writes to this row's target table. */
  public Optional<LaneId> rival(Connection connection, LaneId lane, LedgerRow.Tables tables)
      throws SQLException {
    String sql =
        "SELECT connector, topic, kafka_partition FROM "
            + table.quoted()
            + " WHERE target_database = ? AND target_table = ?"
            + " AND NOT (connector = ? AND topic = ? AND kafka_partition = ?) LIMIT 1";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, SinkSession.text(tables.target().database()));
      statement.setString(2, SinkSession.text(tables.target().table()));
      LedgerTable.bindKey(statement, 3, lane);
      try (ResultSet found = statement.executeQuery()) {
        return found.next()
            ? Optional.of(new LaneId(found.getString(1), found.getString(2), found.getInt(3)))
            : Optional.empty();
      }
    }
  }

  private Optional<LedgerRow> readOrCreate(Connection connection, LaneId lane) throws SQLException {
    try {
      Optional<LedgerRow> row = select(connection, lane, "");
      return row.isPresent() ? row : insert(connection, lane);
    } catch (SQLException e) {
      if (!missing(e)) {
        throw e;
      }
      table.create(connection);
      return insert(connection, lane);
    }
  }

  private Optional<LedgerRow> insert(Connection connection, LaneId lane) throws SQLException {
    LedgerRow row = LedgerRow.unclaimed(lane);
    String sql =
        "INSERT INTO "
            + table.quoted()
            + " SET "
            + LedgerTable.ASSIGNMENTS
            + ", applied_ahead = '', epoch = 0, connection_ids = '',"
            + " connector = ?, topic = ?, kafka_partition = ?";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      int next = LedgerTable.bind(statement, row);
      LedgerTable.bindKey(statement, next, lane);
      statement.executeUpdate();
    } catch (SQLException e) {
      if (e.getErrorCode() != DUPLICATE) {
        throw e;
      }
      return Optional.empty();
    }
    return Optional.of(row);
  }

  private LedgerRow raise(Connection connection, LaneId lane, Set<Long> ours) throws SQLException {
    LedgerRow row =
        select(connection, lane, " FOR UPDATE")
            .orElseThrow(() -> new LaneLost("the ledger row of " + lane + " was deleted"));
    Set<Long> named = new HashSet<>(row.owner().connections());
    named.addAll(ours);
    LedgerRow raised = row.with(new LedgerRow.Owner(row.owner().epoch() + 1, named));
    writeOwner(connection, raised, row.owner().epoch());
    return raised;
  }

  private LedgerRow lock(Connection connection, LaneId lane, long epoch) throws SQLException {
    LedgerRow row =
        select(connection, lane, " FOR UPDATE")
            .orElseThrow(
                () ->
                    new LaneLost(
                        "the ledger row of "
                            + lane
                            + " is gone; restore it, or empty the target table and start the"
                            + " connector again"));
    if (row.owner().epoch() < epoch) {
      throw new LedgerMoved(
          LedgerMoved.Cause.CLAIM, "the target lost our claim of " + lane + "; claiming again");
    }
    if (row.owner().epoch() > epoch) {
      throw new LaneLost(
          "lane "
              + lane
              + " has another owner: its epoch is "
              + row.owner().epoch()
              + ", ours is "
              + epoch
              + "; two tasks or two connectors named "
              + lane.connector()
              + " run on one target");
    }
    return row;
  }

  private void writeOwner(Connection connection, LedgerRow row) throws SQLException {
    writeOwner(connection, row, row.owner().epoch());
  }

  private void writeOwner(Connection connection, LedgerRow row, long epochBefore)
      throws SQLException {
    String sql =
        "UPDATE "
            + table.quoted()
            + " SET epoch = ?, connection_ids = ?"
            + LedgerTable.KEY
            + " AND epoch = ?";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setLong(1, row.owner().epoch());
      statement.setString(2, LedgerTable.text(row.owner().connections()));
      LedgerTable.bindKey(statement, 3, row.lane());
      statement.setLong(6, epochBefore);
      statement.executeUpdate();
    }
  }

  private Optional<LedgerRow> select(Connection connection, LaneId lane, String lock)
      throws SQLException {
    String sql = "SELECT * FROM " + table.quoted() + LedgerTable.KEY + lock;
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      LedgerTable.bindKey(statement, 1, lane);
      try (ResultSet found = statement.executeQuery()) {
        return found.next() ? Optional.of(LedgerTable.read(found)) : Optional.empty();
      }
    }
  }

  private static Set<Long> others(LedgerRow row, Set<Long> ours) {
    Set<Long> others = new HashSet<>(row.owner().connections());
    others.removeAll(ours);
    return others;
  }

  private static boolean missing(SQLException e) {
    return e.getErrorCode() == NO_SUCH_TABLE || e.getErrorCode() == NO_SUCH_DATABASE;
  }
}
