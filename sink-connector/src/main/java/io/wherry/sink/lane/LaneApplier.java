package io.wherry.sink.lane;

import io.wherry.common.mysql.SqlFailure;
import io.wherry.sink.lane.LaneState.Phase;
import io.wherry.sink.ledger.LaneLost;
import io.wherry.sink.ledger.LedgerMoved;
import io.wherry.sink.ledger.LedgerRow;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The work of one lane: claims it, then writes unit after unit, and decides what each failure
 * means. Used by one worker at a time; the hand-over between workers is {@link Lane}'s.
 */
final class LaneApplier {
  /** Nothing to do until something comes. */
  static final long IDLE = -1;

  private static final long NOW = 0;
  private static final Logger LOG = LoggerFactory.getLogger(LaneApplier.class);

  private final Lane lane;
  private final LaneSettings settings;
  private final Supplier<Set<Long>> ourConnections;
  private final UnitPlanner planner;
  private final UnitWriter writer;
  private final Backoff backoff = new Backoff(System::nanoTime);
  private final Set<Long> attached = new HashSet<>();
  private Optional<LedgerRow> row = Optional.empty();
  private Optional<Unit> pending = Optional.empty();

  LaneApplier(Lane lane, LaneSettings settings, Supplier<Set<Long>> ourConnections) {
    this.lane = lane;
    this.settings = settings;
    this.ourConnections = ourConnections;
    this.planner = new UnitPlanner(lane::poll);
    this.writer = new UnitWriter(settings);
  }

  /**
   * Does one transaction at most.
   *
   * @return milliseconds until the next step, or {@link #IDLE}
   */
  long step(WorkerSession session) {
    if (lane.closing()) {
      return release(session);
    }
    if (lane.phase() == Phase.FAILED || lane.phase() == Phase.LOST) {
      return IDLE;
    }
    try {
      return work(session, session.connection());
    } catch (LedgerMoved e) {
      session.rollback();
      return moved(e);
    } catch (SQLException e) {
      return failed(session, e);
    } catch (LaneLost e) {
      session.rollback();
      LOG.warn("{}; nothing more is written to it from here", e.getMessage());
      lane.lost(e);
      return IDLE;
    } catch (DataException e) {
      session.rollback();
      return refused(session, e);
    }
  }

  private long work(WorkerSession session, Connection connection) throws SQLException {
    if (row.isEmpty()) {
      return claim(connection);
    }
    if (!attached.contains(session.id()) && !attach(session, connection)) {
      return backoff.failed(SqlFailure.AGAIN);
    }
    if (lane.phase() != Phase.RUNNING) {
      return IDLE;
    }
    if (pending.isEmpty()) {
      pending = planner.plan(row.get().progress());
      lane.planned(planner);
    }
    return pending.isPresent() ? write(connection, pending.get()) : IDLE;
  }

  private long claim(Connection connection) throws SQLException {
    Optional<LedgerRow> claimed =
        settings.ledger().claim(connection, lane.id(), ourConnections.get());
    if (claimed.isEmpty()) {
      return backoff.failed(SqlFailure.AGAIN);
    }
    backoff.succeeded();
    forgetRecords();
    row = claimed;
    lane.seek(claimed.get());
    LOG.info(
        "Lane {} claimed, epoch {}, next offset {}",
        lane.id(),
        claimed.get().owner().epoch(),
        claimed.get().progress().nextOffset());
    return IDLE;
  }

  /** Settles what is unsure after a failure: the row is read behind every commit still going on. */
  private boolean attach(WorkerSession session, Connection connection) throws SQLException {
    Set<Long> ours = ourConnections.get();
    Set<Long> acting = new HashSet<>(attached);
    acting.retainAll(ours);
    acting.add(session.id());
    Optional<LedgerRow> found =
        settings.ledger().attach(connection, row.orElseThrow(), acting, ours);
    if (found.isPresent()) {
      attached.clear();
      attached.addAll(acting);
      writer.forget();
      goOnFrom(found.get());
    }
    return found.isPresent();
  }

  private void goOnFrom(LedgerRow found) {
    long known = row.orElseThrow().progress().nextOffset();
    long next = found.progress().nextOffset();
    row = Optional.of(found);
    if (pending.isPresent() && next == pending.get().after().nextOffset()) {
      accept(found, pending.get());
    } else if (next != known) {
      LOG.warn(
          "Lane {}: the ledger stands at offset {}, not at {}; going on from there",
          lane.id(),
          next,
          known);
      forgetRecords();
      lane.seek(found);
    }
  }

  private long write(Connection connection, Unit unit) throws SQLException {
    LedgerRow before = row.orElseThrow();
    LedgerRow after = writer.write(connection, before, unit);
    row = Optional.of(after);
    if (after.progress().snapshotDone() && !before.progress().snapshotDone()) {
      LOG.info("Lane {}: snapshot of {} is in", lane.id(), unit.source().orElseThrow());
    }
    accept(after, unit);
    return NOW;
  }

  private void accept(LedgerRow now, Unit unit) {
    backoff.succeeded();
    pending = Optional.empty();
    lane.committed(now, unit.bytes());
  }

  private void forgetRecords() {
    planner.reset();
    pending = Optional.empty();
  }

  private long moved(LedgerMoved e) {
    attached.clear();
    writer.forget();
    LOG.warn("Lane {}: {}", lane.id(), e.getMessage());
    if (e.what() == LedgerMoved.Cause.CLAIM) {
      row = Optional.empty();
      forgetRecords();
      lane.reclaim();
    }
    return NOW;
  }

  private long failed(WorkerSession session, SQLException e) {
    attached.clear();
    writer.forget();
    SqlFailure kind = kindOf(session, e);
    if (kind == SqlFailure.AGAIN || kind == SqlFailure.WAIT_FOR_PERSON) {
      session.rollback();
    } else {
      session.discard();
    }
    if (lane.closing()) {
      return NOW;
    }
    return switch (kind) {
      case AGAIN, RECONNECT, WAIT_FOR_PERSON -> retry(session, kind, e);
      case DATA, STOP -> refused(session, refusal(e));
    };
  }

  /** On a broken connection the driver's last word may be about anything. */
  private static SqlFailure kindOf(WorkerSession session, SQLException e) {
    SqlFailure kind = SqlFailure.of(e);
    boolean lasting = kind == SqlFailure.DATA || kind == SqlFailure.STOP;
    return lasting && !session.usable() ? SqlFailure.RECONNECT : kind;
  }

  /** What a statement's runner says of it holds no values; of rows only the number is kept. */
  private DataException refusal(SQLException e) {
    boolean statement = pending.map(Unit::content).filter(LaneApplier::isStatement).isPresent();
    String text = statement ? e.getMessage() : FailureText.of(e);
    return new DataException(text, FailureText.quiet(e));
  }

  private static boolean isStatement(Unit.Content content) {
    return content instanceof Unit.Schema || content instanceof Unit.Beginning;
  }

  private long retry(WorkerSession session, SqlFailure kind, SQLException e) {
    long pause = backoff.failed(kind);
    settings.retries().increment();
    String text = FailureText.of(e);
    if (tooLong()) {
      stop(
          session,
          new ConnectException(
              where()
                  + " gave up after retry.timeout.ms with "
                  + backoff.attempts()
                  + " tries: "
                  + text,
              FailureText.quiet(e)));
      return IDLE;
    }
    if (backoff.dueToWarn()) {
      LOG.warn(
          "{} waits ({}, try {}, failing for {} s): {}",
          where(),
          kind == SqlFailure.WAIT_FOR_PERSON ? "a person has to act" : "tries again",
          backoff.attempts(),
          backoff.failing().toSeconds(),
          text);
      note(session, text);
    }
    if (kind == SqlFailure.WAIT_FOR_PERSON) {
      // A connection keeps the rights it had on its current database: those granted since need
      // another.
      session.discard();
    }
    return pause;
  }

  private boolean tooLong() {
    return settings.retryTimeout().filter(t -> backoff.failing().compareTo(t) > 0).isPresent();
  }

  /** A unit of several batches is tried batch by batch, so that the one at fault gets named. */
  private long refused(WorkerSession session, DataException e) {
    if (pending.isPresent() && planner.split(pending.get())) {
      pending = Optional.empty();
      return NOW;
    }
    stop(session, new DataException(where() + " stopped: " + e.getMessage(), e));
    return IDLE;
  }

  private void stop(WorkerSession session, ConnectException cause) {
    LOG.error("{}", cause.getMessage());
    note(session, cause.getMessage());
    lane.failed(cause);
  }

  private String where() {
    String table =
        row.flatMap(LedgerRow::tables).map(t -> " (table " + t.source() + ")").orElse("");
    String at = pending.map(u -> " at offset " + u.offset()).orElse("");
    return "Lane " + lane.id() + table + at;
  }

  /** Only where the row is ours and a connection is at hand: a note is worth no waiting. */
  private void note(WorkerSession session, String text) {
    if (row.isEmpty() || session.id() == 0) {
      return;
    }
    try {
      settings.ledger().note(session.connection(), row.get(), text);
    } catch (SQLException e) {
      LOG.debug("Lane {}: the reason could not be noted in the ledger", lane.id(), e);
      session.discard();
    }
  }

  private long release(WorkerSession session) {
    try {
      boolean named = row.isPresent() && !attached.isEmpty();
      if (named && session.id() != 0 && lane.phase() != Phase.LOST) {
        settings.ledger().release(session.connection(), row.get());
      }
    } catch (SQLException e) {
      // The next owner ends our connections itself.
      LOG.debug("Lane {}: closed without a word to the ledger", lane.id(), e);
      session.discard();
    } finally {
      lane.closed();
    }
    return IDLE;
  }
}
