package io.wherry.e2e.scenario;

import io.wherry.common.model.TableId;
import io.wherry.e2e.compare.ComparisonReport;
import io.wherry.e2e.compare.RowHistory;
import io.wherry.e2e.compare.TableComparer;
import io.wherry.e2e.stack.ConnectRest.RefusedException;
import io.wherry.e2e.stack.Ledger.Lane;
import io.wherry.e2e.stack.Move;
import io.wherry.e2e.stack.Stack;
import io.wherry.e2e.stack.Waiting;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;

/**
 * One run of one case: setup, a pair of connectors of its own, the live part, drain, verdict.
 * Leaves nothing behind. Belongs to one thread.
 */
final class CaseRun implements AutoCloseable {
  private static final long STALL_NANOS = 60_000_000_000L;
  private static final long LIMIT_NANOS = 600_000_000_000L;

  private final Stack stack;
  private final CaseFile file;
  private final Move move;
  private final RowHistory history;
  private final Databases databases;
  private boolean started;
  private boolean late;

  /** How the live part is carried out, once the connectors run. */
  interface LivePart {
    void run(CaseRun run) throws SQLException;
  }

  CaseRun(Stack stack, CaseFile file, String name) throws SQLException {
    this.stack = stack;
    this.file = file;
    this.databases = new Databases(stack, file.created());
    this.move = Move.named(stack, name, file.included());
    this.history = new RowHistory(stack.source(), file.included());
  }

  /** Runs the case; a wait that does not end and a statement that fails are a FAIL. */
  Verdict run(LivePart live) throws SQLException {
    try {
      databases.drop();
      try (SqlSession session = new SqlSession(stack.source())) {
        session.run(file.setup(), done -> {});
      }
      history.observe();
      live.run(this);
      drain();
      ComparisonReport report =
          new TableComparer(stack.source(), stack.target()).compare(file.included());
      return report.identical() ? Verdict.pass(report.toString()) : Verdict.fail(report.toString());
    } catch (StoppedException e) {
      return judge(e.getMessage());
    } catch (IllegalStateException e) {
      return Verdict.fail(String.valueOf(e.getMessage()));
    }
  }

  private Verdict judge(String message) throws SQLException {
    history.observe();
    if (started) {
      settle();
    }
    return new Refusal(message, started).judge(history, stack.target());
  }

  Stack stack() {
    return stack;
  }

  Move move() {
    return move;
  }

  CaseFile file() {
    return file;
  }

  /** Creates both connectors; a refusal by either ends the run. */
  void startConnectors(Map<String, String> sourceSettings) {
    try {
      move.startSource(sourceSettings);
      move.startSink(Map.of());
    } catch (RefusedException e) {
      throw new StoppedException(e.getMessage());
    }
  }

  void awaitSnapshot() throws SQLException {
    Set<TableId> tables = move.sourceTables().keySet();
    await("the snapshot of " + tables, () -> move.isSnapshotDone(tables));
  }

  /** For a live part that is meant to meet the snapshot. */
  void noteWhetherSnapshotIsOver() throws SQLException {
    late = move.isSnapshotDone(move.sourceTables().keySet());
  }

  /** Whether the live part began behind the snapshot that it was meant to meet. */
  boolean isLate() {
    return late;
  }

  /** Runs the live part in one session, with a step of the caller's behind each statement. */
  void live(SqlSession.Step step) throws SQLException {
    started = true;
    try (SqlSession session = new SqlSession(stack.source())) {
      session.run(
          file.live(),
          done -> {
            history.observe();
            step.after(done);
          });
    }
  }

  private void drain() throws SQLException {
    String gtids = move.sourceGtids();
    await("all lanes at the source's position", () -> move.behind(gtids).isEmpty());
  }

  /** Waits as long as lanes move; a failed connector ends the run. */
  void await(String what, Callable<Boolean> done) throws SQLException {
    long began = System.nanoTime();
    long moved = began;
    List<Lane> before = List.of();
    while (!ask(done)) {
      move.failure()
          .ifPresent(
              trace -> {
                throw new StoppedException(trace);
              });
      List<Lane> lanes = move.lanes();
      long now = System.nanoTime();
      moved = lanes.equals(before) ? moved : now;
      before = lanes;
      if (now - moved > STALL_NANOS || now - began > LIMIT_NANOS) {
        throw new IllegalStateException("waited in vain for " + what + "; lanes: " + lanes);
      }
      Waiting.pause(100);
    }
  }

  private static boolean ask(Callable<Boolean> question) throws SQLException {
    try {
      return question.call();
    } catch (SQLException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** After a stop the other side may still have work under way. */
  private void settle() throws SQLException {
    List<Lane> before = List.of();
    for (List<Lane> lanes = move.lanes(); !lanes.equals(before); lanes = move.lanes()) {
      before = lanes;
      Waiting.pause(1500);
    }
  }

  @Override
  public void close() throws SQLException {
    move.remove();
    move.close();
    history.close();
    databases.drop();
  }
}
