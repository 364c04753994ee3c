package io.wherry.source;

import io.wherry.common.model.GtidSet;
import io.wherry.common.model.Position;
import io.wherry.common.model.TableId;
import io.wherry.common.mysql.SqlFailure;
import io.wherry.common.mysql.TableFilter;
import io.wherry.source.offsets.Partitions;
import io.wherry.source.offsets.ResumeState;
import io.wherry.source.offsets.TableOffset;
import io.wherry.source.preflight.ServerIdClaim;
import io.wherry.source.reconcile.Definition;
import io.wherry.source.reconcile.LaneRecord;
import io.wherry.source.reconcile.Reconciler;
import io.wherry.source.reconcile.Run;
import io.wherry.source.snapshot.Catalog;
import io.wherry.source.snapshot.KeylessView;
import io.wherry.source.snapshot.SourceLog;
import io.wherry.source.snapshot.SourceSession;
import io.wherry.source.snapshot.TableInfo;
import io.wherry.source.tail.BinlogTail;
import io.wherry.source.tail.TailSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One life of the source: looks at the tables, starts the tail and then the snapshot, and ends with
 * the first failure or with close. Its own thread does the setting up; what it starts is guarded by
 * this object's monitor.
 */
final class SourceRun implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SourceRun.class);
  private static final long KEYLESS_BYTES = 1 << 20;

  private final SourceConfig config;
  private final ResumeState state;
  private final TableFilter filter;
  private final SourceSession session;
  private final Catalog catalog;
  private final Definitions definitions;
  private final Thread thread;

  private volatile Reconciler reconciler;
  private volatile RuntimeException failure;
  private final List<AutoCloseable> started = new ArrayList<>();
  private boolean closed;

  SourceRun(SourceConfig config, ResumeState state) {
    this.config = config;
    this.state = state;
    this.filter = config.filter();
    this.session = new SourceSession(config.address());
    this.catalog = new Catalog(filter);
    this.definitions = new Definitions(session, catalog, state);
    this.thread = new Thread(this::run, "wherry-source-" + config.connectorName());
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /**
   * The next records; empty if there are none within the wait.
   *
   * @throws RetriableException if a new run may help
   * @throws ConnectException if only a person can
   */
  List<LaneRecord> take(long waitMs) throws InterruptedException {
    RuntimeException failed = failure;
    Reconciler ready = reconciler;
    if (ready != null) {
      return ready.take(waitMs);
    }
    if (failed != null) {
      throw failed;
    }
    thread.join(waitMs);
    return List.of();
  }

  private void run() {
    try {
      setUp();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (SQLException e) {
      fail(failure(e));
    } catch (RuntimeException e) {
      fail(e);
    }
  }

  private RuntimeException failure(SQLException e) {
    String message = "source " + config.address() + ": " + e.getMessage();
    return switch (SqlFailure.of(e)) {
      case AGAIN, RECONNECT -> new RetriableException(message, e);
      default -> new ConnectException(message + " (error " + e.getErrorCode() + ")", e);
    };
  }

  private void fail(RuntimeException cause) {
    Reconciler ready = reconciler;
    if (ready != null) {
      ready.failed(cause);
    } else {
      failure = cause;
    }
  }

  private void setUp() throws SQLException, InterruptedException {
    try (Connection connection = session.open()) {
      List<TableId> tables = catalog.tables(connection);
      state.load(tables);
      Position start = startPosition(connection, tables);
      Run run = new Run(runId(), start, System.currentTimeMillis());
      LOG.info(
          "run {} of {}: {} tables, log from {}",
          run.id(),
          config.connectorName(),
          tables.size(),
          start);
      Reconciler made = new Reconciler(run, new Partitions(config.topicPrefix()), definitions);
      List<TableId> keyless = addLanes(made, connection, tables);
      reconciler = made;
      readKeyless(made, connection, keyless);
      startTail(made, start.gtids());
    }
  }

  private static String runId() {
    return Long.toString(System.currentTimeMillis(), 36)
        + "-"
        + UUID.randomUUID().toString().substring(0, 8);
  }

  /** File and offset are those of a place that no chunk's high mark can lie before. */
  private Position startPosition(Connection connection, List<TableId> tables) throws SQLException {
    String file = SourceLog.binlogEnd(connection).file();
    GtidSet now = SourceLog.gtidExecuted(connection);
    return new Position(state.start(tables).orElse(now), file, 0);
  }

  /**
   * @return tables without a usable key that are to be read
   */
  private List<TableId> addLanes(Reconciler made, Connection connection, List<TableId> tables)
      throws SQLException {
    List<TableId> fresh = new ArrayList<>();
    List<TableId> resumed = new ArrayList<>();
    for (TableId table : tables) {
      Optional<TableOffset> offset = state.table(table);
      if (offset.isPresent() && offset.get().done()) {
        made.addLive(table, offset.get());
      } else if (offset.isPresent() && offset.get().key() != null) {
        resumed.add(table);
      } else {
        fresh.add(table);
      }
    }
    for (TableInfo info : catalog.describe(connection, resumed)) {
      made.addResumed(info, state.table(info.id()).orElseThrow());
    }
    List<TableId> keyless = new ArrayList<>();
    for (Definition definition : definitions.read(connection, fresh)) {
      TableId table = definition.info().id();
      if (definition.info().keyIndex() == null) {
        keyless.add(table);
      } else {
        made.addFresh(definition, state.table(table));
      }
    }
    return keyless;
  }

  /** All of it before the tail starts: rows without a key cannot be told from later changes. */
  private void readKeyless(Reconciler made, Connection connection, List<TableId> tables)
      throws SQLException, InterruptedException {
    if (tables.isEmpty()) {
      return;
    }
    KeylessView view = opened(KeylessView.open(session, tables));
    GtidSet from = view.position().gtids();
    for (Definition read : definitions.read(connection, tables)) {
      TableInfo info = read.info();
      Definition pinned =
          new Definition(info, from, read.session(), read.highFile(), read.highOffset());
      made.addFresh(pinned, state.table(info.id()));
      view.read(info, KEYLESS_BYTES, rows -> made.keylessRows(info, rows));
      made.keylessDone(info);
    }
    view.close();
  }

  private void startTail(Reconciler made, GtidSet from) throws SQLException, InterruptedException {
    claimServerId();
    TailSettings settings =
        new TailSettings(config.address(), config.serverId(), config.connectorName());
    BinlogTail tail = opened(new BinlogTail(settings, filter, from, made));
    tail.start();
    SnapshotReaders readers =
        opened(new SnapshotReaders(made, catalog, session, config, tail.serverUuid()));
    readers.start();
  }

  /** Two readers of the log under one id would throw each other out in turn. */
  private void claimServerId() throws SQLException {
    Connection claim = opened(session.open());
    if (!new ServerIdClaim(config.serverId(), config.connectorName()).take(claim)) {
      throw new RetriableException(
          "server id "
              + config.serverId()
              + " is in use by another connection on "
              + config.address()
              + ": waiting for it to end; if it is another connector's, set "
              + SourceConfig.SERVER_ID);
    }
  }

  /** Registers what close must end; what was opened too late is ended here. */
  private <T extends AutoCloseable> T opened(T resource) {
    synchronized (started) {
      if (!closed) {
        started.add(0, resource);
        return resource;
      }
    }
    closeQuietly(resource);
    throw new RetriableException("the run was closed while it was being set up");
  }

  /** Ends every thread and connection of the run within seconds, whatever they wait for. */
  @Override
  public void close() {
    List<AutoCloseable> open;
    synchronized (started) {
      closed = true;
      open = List.copyOf(started);
    }
    thread.interrupt();
    open.forEach(SourceRun::closeQuietly);
    try {
      thread.join(TimeUnit.SECONDS.toMillis(5));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void closeQuietly(AutoCloseable resource) {
    try {
      resource.close();
    } catch (Exception e) {
      LOG.debug("closing {} failed", resource, e);
    }
  }
}
