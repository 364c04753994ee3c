package io.wherry.sink.lane;

import io.wherry.common.model.TableId;
import io.wherry.common.mysql.DdlStatement;
import io.wherry.common.wire.Ddl;
import io.wherry.sink.ledger.Intent;
import io.wherry.sink.ledger.LedgerRow;
import io.wherry.sink.ledger.Progress;
import io.wherry.sink.sql.DdlRunner;
import io.wherry.sink.sql.SinkSession;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.apache.kafka.connect.errors.DataException;

/**
 * Runs statements that commit by themselves, each exactly once: an intent is committed before, and
 * cleared with the ledger's next step after; what is found in between tells whether it ran. Holds
 * no state but in the target.
 */
final class SchemaWriter {
  private final LaneSettings settings;

  SchemaWriter(LaneSettings settings) {
    this.settings = settings;
  }

  /** Writes and commits. {@code row} is the lane's row as committed; returns what it is now. */
  LedgerRow write(Connection connection, LedgerRow row, Unit unit, LedgerRow.Tables tables)
      throws SQLException {
    Optional<String> now = DdlRunner.showCreate(connection, tables.target());
    Step step = step(unit, tables.target());
    LedgerRow current = row;
    Optional<String> before = now;
    if (row.intent().isPresent()) {
      before = intended(row.intent().get(), unit).before();
    }
    if (row.intent().isPresent() ? step.unfinished(before, now) : step.due(now)) {
      current = row.with(new Intent(unit.offset(), before));
      settings.ledger().advance(connection, row, current);
      connection.commit();
      run(connection, step, current, tables.target());
    }
    LedgerRow after = current.with(tables).with(step.after(unit, before)).withoutIntent();
    settings.ledger().advance(connection, current, after);
    connection.commit();
    return after;
  }

  private void run(Connection connection, Step step, LedgerRow intending, TableId target)
      throws SQLException {
    try {
      step.run(connection);
    } catch (SQLException | RuntimeException e) {
      withdraw(connection, intending, target, e);
      throw e;
    }
  }

  /**
   * A statement that failed and changed nothing is not under way any more: what a person does to
   * the table before the next try must not be taken for its work.
   */
  private void withdraw(
      Connection connection, LedgerRow intending, TableId target, Exception failure) {
    try {
      connection.rollback();
      Optional<String> before = intending.intent().orElseThrow().before();
      if (DdlKind.same(before, DdlRunner.showCreate(connection, target))) {
        settings.ledger().advance(connection, intending, intending.withoutIntent());
        connection.commit();
      }
    } catch (SQLException e) {
      failure.addSuppressed(FailureText.quiet(e));
    }
  }

  private static Intent intended(Intent intent, Unit unit) {
    if (intent.offset() != unit.offset()) {
      throw new DataException(
          "the ledger says that the statement at offset "
              + intent.offset()
              + " is under way, and the one at offset "
              + unit.offset()
              + " comes in its place");
    }
    return intent;
  }

  private Step step(Unit unit, TableId target) {
    if (unit.content() instanceof Unit.Schema schema) {
      return new Statements(schema.ddl(), kind(schema.ddl()));
    }
    if (unit.content() instanceof Unit.Beginning beginning) {
      return new Begin(beginning.ddl(), target);
    }
    return new Truncate(target);
  }

  private static DdlKind kind(Ddl ddl) {
    if (ddl.origin() == Ddl.Origin.DEFINITION) {
      return DdlKind.DEFINITION;
    }
    String sqlMode = ddl.session().getOrDefault("sql_mode", "");
    String text = new String(ddl.sql(), StandardCharsets.ISO_8859_1);
    DdlStatement.Verb verb = DdlStatement.parse(text, sqlMode).verb();
    return switch (verb) {
      case CREATE_TABLE -> DdlKind.CREATE;
      case DROP_TABLE -> DdlKind.DROP;
      case TRUNCATE_TABLE -> DdlKind.REPEATABLE;
      case ALTER_TABLE, CREATE_INDEX, DROP_INDEX -> DdlKind.ALTER;
      default ->
          throw new DataException(
              "a statement of kind "
                  + verb
                  + " (transaction "
                  + ddl.gtid()
                  + ") cannot be applied; apply it by hand on the target and let the source read"
                  + " the table again");
    };
  }

  /** One statement that commits by itself. */
  private interface Step {
    /** Whether it is to be run, of a table that is like {@code now}. */
    boolean due(Optional<String> now);

    /** Whether it is still to be run, of a table that was like {@code before} and is so now. */
    boolean unfinished(Optional<String> before, Optional<String> now);

    void run(Connection connection) throws SQLException;

    Progress after(Unit unit, Optional<String> before);
  }

  private final class Statements implements Step {
    private final Ddl ddl;
    private final DdlKind kind;

    Statements(Ddl ddl, DdlKind kind) {
      this.ddl = ddl;
      this.kind = kind;
    }

    @Override
    public boolean due(Optional<String> now) {
      return kind.due(now);
    }

    @Override
    public boolean unfinished(Optional<String> before, Optional<String> now) {
      return kind.unfinished(before, now);
    }

    @Override
    public void run(Connection connection) throws SQLException {
      DdlRunner.run(connection, ddl, settings.router());
    }

    /** A table that the log gives birth to has no older rows to copy. */
    @Override
    public Progress after(Unit unit, Optional<String> before) {
      boolean born = kind == DdlKind.CREATE && before.isEmpty();
      return born ? unit.after().withSnapshotDone() : unit.after();
    }
  }

  /** Ends the same however often it runs: the table is there, and empty. */
  private final class Begin implements Step {
    private final Ddl ddl;
    private final TableId target;

    Begin(Ddl ddl, TableId target) {
      this.ddl = ddl;
      this.target = target;
    }

    @Override
    public boolean due(Optional<String> now) {
      return true;
    }

    @Override
    public boolean unfinished(Optional<String> before, Optional<String> now) {
      return true;
    }

    @Override
    public void run(Connection connection) throws SQLException {
      if (DdlRunner.showCreate(connection, target).isEmpty()) {
        DdlRunner.run(connection, ddl, settings.router());
      }
      new Truncate(target).run(connection);
    }

    @Override
    public Progress after(Unit unit, Optional<String> before) {
      return unit.after();
    }
  }

  private record Truncate(TableId target) implements Step {
    @Override
    public boolean due(Optional<String> now) {
      return now.isPresent();
    }

    @Override
    public boolean unfinished(Optional<String> before, Optional<String> now) {
      return now.isPresent();
    }

    @Override
    public void run(Connection connection) throws SQLException {
      try (Statement statement = connection.createStatement()) {
        statement.execute(SinkSession.text("TRUNCATE TABLE " + target.quoted()));
      }
    }

    @Override
    public Progress after(Unit unit, Optional<String> before) {
      return unit.after();
    }
  }
}
