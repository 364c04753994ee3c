package io.wherry.sink.lane;

import io.wherry.common.model.TableId;
import io.wherry.sink.ledger.LedgerRow;
import io.wherry.sink.sql.ChangeApplier;
import io.wherry.sink.sql.DdlRunner;
import io.wherry.sink.sql.DuplicateRows;
import io.wherry.sink.sql.LoadRefused;
import io.wherry.sink.sql.RowLoader;
import io.wherry.sink.sql.TargetTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.apache.kafka.connect.errors.DataException;

/**
 * Puts one unit into the target together with the lane's ledger row, in one transaction; only
 * statements that commit by themselves take two. On any exception nothing is committed but perhaps
 * an intent, and the caller rolls back. Used by the worker that runs the lane; remembers the
 * target's table until told to forget it.
 */
final class UnitWriter {
  private final LaneSettings settings;
  private final SchemaWriter schemas;
  private Optional<TargetTable> table = Optional.empty();

  UnitWriter(LaneSettings settings) {
    this.settings = settings;
    this.schemas = new SchemaWriter(settings);
  }

  /** The target may have changed: look again. */
  void forget() {
    table = Optional.empty();
  }

  /**
   * Writes and commits.
   *
   * @param row the lane's row as committed
   * @return the row as committed now
   * @throws DataException if the unit cannot be applied as it is
   */
  LedgerRow write(Connection connection, LedgerRow row, Unit unit) throws SQLException {
    Optional<LedgerRow.Tables> tables = tables(connection, row, unit);
    if (unit.content() instanceof Unit.Schema
        || unit.content() instanceof Unit.Beginning
        || unit.content() instanceof Unit.Emptying) {
      forget();
      return schemas.write(connection, row, unit, tables.orElseThrow());
    }
    LedgerRow after = tables.map(row::with).orElse(row).with(unit.after());
    writeRows(connection, row, after, unit);
    return after;
  }

  private void writeRows(Connection connection, LedgerRow row, LedgerRow after, Unit unit)
      throws SQLException {
    boolean content = !(unit.content() instanceof Unit.Nothing);
    if (content && row.intent().isPresent()) {
      throw new DataException(
          "the ledger says that the statement at offset "
              + row.intent().get().offset()
              + " is under way, and rows come in its place");
    }
    settings.ledger().advance(connection, row, after);
    if (unit.content() instanceof Unit.Changes changes) {
      TargetTable target = target(connection, after);
      ChangeApplier.apply(connection, target, changes.columns(), changes.changes());
    } else if (unit.content() instanceof Unit.Rows rows) {
      load(connection, row, after, rows);
    }
    connection.commit();
  }

  private void load(Connection connection, LedgerRow row, LedgerRow after, Unit.Rows rows)
      throws SQLException {
    TargetTable target = target(connection, after);
    try {
      try {
        RowLoader.load(connection, target, rows.columns(), rows.rows());
      } catch (LoadRefused e) {
        startOver(connection, row, after);
        RowLoader.insert(connection, target, rows.columns(), rows.rows());
      }
    } catch (DuplicateRows e) {
      startOver(connection, row, after);
      RowLoader.upsert(connection, target, rows.columns(), rows.rows());
    }
  }

  private void startOver(Connection connection, LedgerRow row, LedgerRow after)
      throws SQLException {
    connection.rollback();
    settings.ledger().advance(connection, row, after);
  }

  private TargetTable target(Connection connection, LedgerRow row) throws SQLException {
    if (table.isEmpty()) {
      TableId id = row.tables().orElseThrow().target();
      table = TargetTable.read(connection, id);
      if (table.isEmpty()) {
        throw new DataException(
            "target table " + id + " does not exist; restore it, or let the source send it again");
      }
    }
    return table.get();
  }

  /** The lane's tables; of a new lane only after a look at who else uses the target's. */
  private Optional<LedgerRow.Tables> tables(Connection connection, LedgerRow row, Unit unit)
      throws SQLException {
    if (unit.source().isEmpty()) {
      return row.tables();
    }
    TableId source = unit.source().get();
    LedgerRow.Tables routed = new LedgerRow.Tables(source, settings.router().route(source));
    if (row.tables().isEmpty()) {
      TargetGuard.checkAlone(connection, settings.ledger(), row.lane(), routed);
      if (unit.content() instanceof Unit.Schema schema) {
        TargetGuard.checkPacket(connection, schema.ddl());
      }
      checkUnused(connection, row, unit, routed.target());
    } else if (!row.tables().get().equals(routed)) {
      throw new DataException(
          "the lane moved "
              + row.tables().get().source()
              + " to "
              + row.tables().get().target()
              + " so far, and this is "
              + source
              + " to "
              + routed.target()
              + "; put the routes back, or give the new table a sink connector of its own");
    }
    return Optional.of(routed);
  }

  private static void checkUnused(Connection connection, LedgerRow row, Unit unit, TableId target)
      throws SQLException {
    boolean ownStatement = row.intent().isPresent();
    if (!ownStatement && DdlRunner.showCreate(connection, target).isPresent()) {
      TargetGuard.checkEmpty(connection, target);
      if (unit.content() instanceof Unit.Schema schema) {
        DefinitionColumns.check(connection, schema.ddl(), target);
      }
    }
  }
}
