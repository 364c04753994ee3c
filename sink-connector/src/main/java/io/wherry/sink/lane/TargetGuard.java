package io.wherry.sink.lane;

import io.wherry.common.model.TableId;
import io.wherry.common.wire.Ddl;
import io.wherry.sink.ledger.LaneId;
import io.wherry.sink.ledger.Ledger;
import io.wherry.sink.ledger.LedgerRow;
import io.wherry.sink.sql.SinkSession;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.errors.DataException;

/** Keeps a new lane from writing to a table that is not its own. Holds no state. */
public final class TargetGuard {
  private TargetGuard() {}

  /**
   * Holds that no other lane writes to the table and that no trigger would fire.
   *
   * @throws DataException naming what stands in the way
   */
  static void checkAlone(Connection connection, Ledger ledger, LaneId lane, LedgerRow.Tables tables)
      throws SQLException {
    Optional<LaneId> rival = ledger.rival(connection, lane, tables);
    if (rival.isPresent()) {
      throw new DataException(
          "target table "
              + tables.target()
              + " belongs to topic "
              + rival.get().topic()
              + " of sink connector "
              + rival.get().connector()
              + "; route one of the two elsewhere, or remove the old table and its ledger row");
    }
    List<String> triggers = triggers(connection, tables.target());
    if (!triggers.isEmpty()) {
      throw new DataException(
          "target table "
              + tables.target()
              + " has triggers "
              + triggers
              + ", which would apply a second time what the source's have done; drop them until"
              + " the cutover");
    }
  }

  /**
   * Holds that the target takes packets as large as the source's: a row that fits there must fit
   * here.
   *
   * @throws DataException naming both sizes
   */
  static void checkPacket(Connection connection, Ddl ddl) throws SQLException {
    String ofSource = ddl.session().getOrDefault("max_allowed_packet", "0");
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT @@GLOBAL.max_allowed_packet")) {
      row.next();
      if (row.getLong(1) < Long.parseLong(ofSource)) {
        throw new DataException(
            "max_allowed_packet of the target is "
                + row.getLong(1)
                + ", the source's is "
                + ofSource
                + ": run SET PERSIST max_allowed_packet = "
                + ofSource
                + " on the target");
      }
    }
  }

  /**
   * Holds that an existing table is empty.
   *
   * @throws DataException if it has rows
   */
  static void checkEmpty(Connection connection, TableId target) throws SQLException {
    if (hasRows(connection, target)) {
      throw new DataException(
          "target table "
              + target
              + " is not empty and not ours; empty or drop it, or route the source table"
              + " elsewhere");
    }
  }

  /** Whether an existing table has a row. */
  public static boolean hasRows(Connection connection, TableId table) throws SQLException {
    String sql = SinkSession.text("SELECT 1 FROM " + table.quoted() + " LIMIT 1");
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      return row.next();
    }
  }

  /** Names of the table's triggers, as far as the account may see them. */
  public static List<String> triggers(Connection connection, TableId table) throws SQLException {
    String sql =
        "SELECT TRIGGER_NAME FROM information_schema.TRIGGERS"
            + " WHERE EVENT_OBJECT_SCHEMA = ? AND EVENT_OBJECT_TABLE = ? ORDER BY TRIGGER_NAME";
    List<String> names = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, SinkSession.text(table.database()));
      statement.setString(2, SinkSession.text(table.table()));
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          names.add(rows.getString(1));
        }
      }
    }
    return names;
  }
}
