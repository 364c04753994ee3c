package io.wherry.source;

import com.zaxxer.hikari.HikariDataSource;
import io.wherry.common.model.Row;
import io.wherry.common.model.TableId;
import io.wherry.common.mysql.SqlFailure;
import io.wherry.source.reconcile.Reconciler;
import io.wherry.source.reconcile.SnapshotPlan;
import io.wherry.source.reconcile.Window;
import io.wherry.source.snapshot.Catalog;
import io.wherry.source.snapshot.Chunk;
import io.wherry.source.snapshot.ChunkPlanner;
import io.wherry.source.snapshot.ChunkReader;
import io.wherry.source.snapshot.Range;
import io.wherry.source.snapshot.SourcePool;
import io.wherry.source.snapshot.SourceSession;
import io.wherry.source.snapshot.TableInfo;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that plan and read chunks until every table's snapshot is complete. Planning is done
 * by one thread at a time, so windows open in key order; reading is parallel, also inside a table.
 * All state is the reconciler's.
 */
final class SnapshotReaders implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotReaders.class);
  private static final long CHUNK_BYTES = 2 << 20;
  private static final long MAX_CHUNK_BYTES = 3 << 20;
  private static final long MAX_CHUNK_ROWS = 100_000;

  /** Unknown column, no such table, table definition has changed: DDL was faster than we. */
  private static final Set<Integer> DEFINITION_CHANGED = Set.of(1054, 1146, 1412, 1176);

  private final Reconciler reconciler;
  private final Catalog catalog;
  private final HikariDataSource connections;
  private final ChunkReader reader;
  private final SourceConfig config;
  private final String serverUuid;
  private final Pace pace;
  private final List<Thread> threads = new ArrayList<>();
  private final Object planning = new Object();
  private int turn;
  private volatile boolean closed;

  SnapshotReaders(
      Reconciler reconciler,
      Catalog catalog,
      SourceSession session,
      SourceConfig config,
      String serverUuid) {
    this.reconciler = reconciler;
    this.catalog = catalog;
    this.connections = SourcePool.open(session, config.threads());
    this.reader = new ChunkReader(session);
    this.config = config;
    this.serverUuid = serverUuid;
    this.pace = new Pace(config.maxRowsPerSecond());
  }

  void start() {
    for (int i = 0; i < config.threads(); i++) {
      Thread thread = new Thread(this::run, "wherry-snapshot-" + config.connectorName() + "-" + i);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
  }

  private void run() {
    try {
      while (!closed && reconciler.snapshotsLeft() > 0) {
        if (!readOne()) {
          TimeUnit.MILLISECONDS.sleep(50);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | SQLException e) {
      if (!closed) {
        reconciler.failed(failure(e));
      }
    }
  }

  private static RuntimeException failure(Exception e) {
    if (!(e instanceof SQLException sql)) {
      return (RuntimeException) e;
    }
    String message = "reading a chunk failed: " + sql.getMessage();
    return switch (SqlFailure.of(sql)) {
      case AGAIN, RECONNECT -> new RetriableException(message, sql);
      default ->
          new ConnectException(
              message + " (error " + sql.getErrorCode() + ", SQLState " + sql.getSQLState() + ")",
              sql);
    };
  }

  /**
   * @return false if there is nothing to plan now
   */
  private boolean readOne() throws SQLException, InterruptedException {
    try (Connection connection = connections.getConnection()) {
      Work work = plan(connection);
      while (work != null && work.window() != null) {
        reconciler.awaitRoom(work.window());
        work = read(connection, work);
      }
      return work != null;
    }
  }

  /** A window to read, with the columns to read; no window: try again at once. */
  private record Work(Window window, TableInfo info) {}

  private Work plan(Connection connection) throws SQLException, InterruptedException {
    synchronized (planning) {
      List<SnapshotPlan> plans = reconciler.plans();
      if (plans.isEmpty()) {
        return null;
      }
      SnapshotPlan plan = plans.get(turn++ % Math.min(plans.size(), config.threads()));
      try {
        if (plan.stale()) {
          return refresh(connection, plan);
        }
        Row upTo = ChunkPlanner.next(connection, plan.info(), plan.after(), rows(plan.info()));
        Range range = new Range(plan.after(), upTo);
        return new Work(reconciler.open(plan, range), plan.info());
      } catch (SQLException e) {
        return waitForTail(plan.table(), e);
      }
    }
  }

  private Work refresh(Connection connection, SnapshotPlan plan)
      throws SQLException, InterruptedException {
    Optional<TableInfo> fresh = catalog.describe(connection, plan.table());
    if (fresh.isEmpty()) {
      TimeUnit.MILLISECONDS.sleep(50);
      return new Work(null, plan.info());
    }
    if (!fresh.get().columns().sameKey(plan.info().columns())) {
      throw new ConnectException(
          "the key of "
              + plan.table()
              + " changed while its snapshot was going on: remove the"
              + " table's stored offset through the offsets REST API so that it is read again from"
              + " its beginning");
    }
    reconciler.refreshed(plan, fresh.get());
    return new Work(null, fresh.get());
  }

  private long rows(TableInfo info) {
    long byBytes = Math.min(MAX_CHUNK_ROWS, Math.max(1, CHUNK_BYTES / info.rowBytes()));
    return config.chunkRows() == 0 ? byBytes : Math.min(byBytes, config.chunkRows());
  }

  private Work read(Connection connection, Work work) throws SQLException, InterruptedException {
    try {
      Chunk chunk = reader.read(connection, work.info(), work.window().range(), MAX_CHUNK_BYTES);
      if (!chunk.serverUuid().equals(serverUuid)) {
        throw new RetriableException(
            "a chunk of "
                + work.info().id()
                + " was read on server "
                + chunk.serverUuid()
                + ", the log on "
                + serverUuid
                + ": starting again on one server");
      }
      Work rest = new Work(reconciler.deliver(work.window(), chunk), work.info());
      pace.read(chunk.rows().size());
      return rest;
    } catch (SQLException e) {
      return waitForTail(work, e);
    }
  }

  private Work waitForTail(Work work, SQLException e) throws SQLException, InterruptedException {
    Work again = waitForTail(work.info().id(), e);
    return reconciler.isOpen(work.window()) ? work : again;
  }

  /** DDL that the tail has not come to yet: it will make this attempt void. */
  private Work waitForTail(TableId table, SQLException e)
      throws SQLException, InterruptedException {
    if (!DEFINITION_CHANGED.contains(e.getErrorCode())) {
      throw e;
    }
    LOG.info(
        "{} was changed while a chunk was read ({}): waiting for the log", table, e.getMessage());
    TimeUnit.MILLISECONDS.sleep(200);
    return new Work(null, null);
  }

  /** Ends the threads within seconds, also in the middle of a long read. */
  @Override
  public void close() {
    closed = true;
    threads.forEach(Thread::interrupt);
    connections.close();
    try {
      for (Thread thread : threads) {
        thread.join(TimeUnit.SECONDS.toMillis(5));
      }
      reader.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (SQLException e) {
      LOG.debug("closing the chunk reader failed", e);
    }
  }
}
