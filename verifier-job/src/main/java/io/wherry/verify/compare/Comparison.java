package io.wherry.verify.compare;

import io.wherry.common.model.TableId;
import io.wherry.verify.IncompleteException;
import io.wherry.verify.compare.Preparation.Prepared;
import io.wherry.verify.config.Migration;
import io.wherry.verify.server.Ledger;
import io.wherry.verify.server.Server;
import io.wherry.verify.server.SourcePosition;
import io.wherry.verify.server.SqlText;
import io.wherry.verify.table.TableShape;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One run: waits for every lane, then compares every table. Owns its two servers. */
public final class Comparison implements AutoCloseable {
  private final Migration migration;
  private final Options options;
  private final Progress progress;
  private final Server source;
  private final Server target;

  public Comparison(Migration migration, Options options, Progress progress) {
    this.migration = migration;
    this.options = options;
    this.progress = progress;
    this.source = new Server("source", migration.source());
    this.target = new Server("target", migration.target());
  }

  /**
   * Compares.
   *
   * @throws IncompleteException when the comparison could not even begin, or a server went away
   */
  public Report run() {
    try {
      return compare();
    } catch (SQLException e) {
      throw new IncompleteException("a server refused a question: " + SqlText.describe(e), e);
    }
  }

  private Report compare() throws SQLException {
    long begun = System.nanoTime();
    SourcePosition position = new SourcePosition(source);
    requireGtids();
    Preparation preparation = new Preparation(migration, source, target);
    String start = position.executed();
    Map<TableId, TableShape> tables = preparation.sourceTables();
    progress.say(tables.size() + " tables are included; waiting for their lanes");
    Ledger ledger = new Ledger(target, migration.ledger(), migration.sinkName());
    LaneWait lanes = new LaneWait(ledger, migration.topicPrefix(), options.timeout(), progress);
    lanes.await(start, tables.keySet());
    preparation.checkRoutes(tables.keySet(), ledger.lanes(start));
    progress.say("every lane has passed the position of the start; comparing");
    CatchUp catchUp = new CatchUp(position, lanes);
    List<Prepared> prepared = preparation.prepare(tables, options, catchUp);
    try (TableRun run = new TableRun(source, target, catchUp, options, progress)) {
      run.compare(prepared);
    }
    List<TableReport> reports =
        new ArrayList<>(prepared.stream().map(p -> p.tally().report()).toList());
    new Leftovers(migration, ledger, source, target, catchUp)
        .find(tables.keySet(), options.timeout())
        .forEach(t -> reports.add(t.report()));
    return new Report(start, reports, (System.nanoTime() - begun) / 1e9);
  }

  private void requireGtids() throws SQLException {
    String mode = source.row("SELECT @@GLOBAL.gtid_mode", r -> r.getString(1));
    if (!"ON".equals(mode)) {
      throw new IncompleteException(
          "the source has gtid_mode=" + mode + ", so no position tells what the target must hold");
    }
  }

  @Override
  public void close() {
    source.close();
    target.close();
  }
}
