package io.wherry.verify.server;

import io.wherry.common.model.TableId;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/** The sink's progress table in the target, read only. */
public final class Ledger {
  private static final Set<Integer> NOT_THERE = Set.of(1049, 1146);

  private final Server target;
  private final TableId table;
  private final String connector;

  /**
   * Reads nothing yet.
   *
   * @param connector name of the sink connector whose lanes count
   */
  public Ledger(Server target, TableId table, String connector) {
    this.target = target;
    this.table = table;
    this.connector = connector;
  }

  /** Every lane of the connector, compared with a position. */
  public List<Lane> lanes(String position) throws SQLException {
    return read(position, "");
  }

  /** The lanes of one source table, compared with a position. */
  public List<Lane> lanes(String position, TableId source) throws SQLException {
    return read(
        position,
        " AND source_database = "
            + SqlText.literal(source.database())
            + " AND source_table = "
            + SqlText.literal(source.table()));
  }

  /** The target tables of every other connector that works on this target. */
  public Set<TableId> othersTables() throws SQLException {
    return Set.copyOf(
        rows(
            "SELECT DISTINCT target_database, target_table FROM "
                + table.quoted()
                + " WHERE connector <> "
                + SqlText.literal(connector),
            r -> new TableId(r.getString(1), r.getString(2))));
  }

  private List<Lane> read(String position, String condition) throws SQLException {
    String at = SqlText.literal(position);
    String sql =
        "SELECT topic, source_database, source_table, target_database, target_table,"
            + " COALESCE(snapshot_done, 0) = 1, COALESCE(GTID_SUBSET("
            + at
            + ", gtid_set), 0) = 1, CONCAT_WS(' ', next_offset, number, run, rows_applied,"
            + " SHA2(gtid_set, 256)), rows_applied, last_error FROM "
            + table.quoted()
            + " WHERE connector = "
            + SqlText.literal(connector)
            + condition;
    return rows(
        sql,
        r ->
            new Lane(
                r.getString(1),
                new TableId(r.getString(2), r.getString(3)),
                new TableId(r.getString(4), r.getString(5)),
                r.getBoolean(6),
                r.getBoolean(7),
                r.getString(8),
                r.getLong(9),
                r.getString(10)));
  }

  /** A ledger that is not there yet has no rows. */
  private <T> List<T> rows(String sql, RowMapper<T> mapper) throws SQLException {
    try {
      return target.rows(sql, mapper);
    } catch (SQLException e) {
      if (NOT_THERE.contains(e.getErrorCode())) {
        return List.of();
      }
      throw e;
    }
  }

  /** Where the table is. */
  public TableId table() {
    return table;
  }

  /** Name of the sink connector. */
  public String connector() {
    return connector;
  }

  /**
   * One lane as the ledger has it.
   *
   * @param topic name of its topic
   * @param source the table its rows come from
   * @param target the table they go to
   * @param snapshotDone whether the copy of existing rows has ended
   * @param passed whether its position holds the one that was asked for
   * @param mark changes whenever the lane moves
   * @param rows applied so far
   * @param error why it stands still, or null
   */
  public record Lane(
      String topic,
      TableId source,
      TableId target,
      boolean snapshotDone,
      boolean passed,
      String mark,
      long rows,
      String error) {

    /** Whether the target table holds everything up to the position. */
    public boolean ready() {
      return snapshotDone && passed;
    }
  }
}
