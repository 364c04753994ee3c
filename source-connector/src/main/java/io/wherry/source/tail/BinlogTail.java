package io.wherry.source.tail;

import io.debezium.connector.mysql.MySqlOffsetContext;
import io.debezium.connector.mysql.MySqlPartition;
import io.wherry.common.model.GtidSet;
import io.wherry.common.mysql.TableFilter;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the source's binary log from exactly behind a GTID set and tells every transaction to a
 * {@link TailListener}, on one thread of its own. Used once: after it ended, make another.
 */
public final class BinlogTail implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BinlogTail.class);
  private static final long CLOSE_MS = 10_000;
  private static final long NUDGE_MS = 200;

  private final TailSettings settings;
  private final TableFilter filter;
  private final GtidSet start;
  private final TailListener listener;
  private final TailFailures failures;
  private final TailState state;

  /** Guarded by this object's monitor. */
  private Thread thread;

  private volatile String serverUuid = "";

  /**
   * A tail that does nothing before {@link #start()}.
   *
   * @param start the transactions that are not wanted; all others are told
   */
  public BinlogTail(
      TailSettings settings, TableFilter filter, GtidSet start, TailListener listener) {
    this.settings = settings;
    this.filter = filter;
    this.start = start;
    this.listener = listener;
    this.failures = new TailFailures(settings.address());
    this.state = new TailState(failures);
  }

  /**
   * Checks that the source still has all that is wanted, then follows it on threads of its own.
   *
   * @throws ConnectException naming what is missing (password, grants, purged or unknown
   *     transactions) and the next action
   * @throws RetriableException if the server cannot be reached now
   */
  public void start() throws InterruptedException {
    ServerFacts facts = new SourceCheck(settings, start).run();
    serverUuid = facts.uuid();
    LogReader reader = new LogReader(filter, facts, start, listener);
    try {
      DebeziumParts parts = DebeziumParts.open(settings, start);
      launch(parts, source(parts, reader));
    } catch (RuntimeException e) {
      throw failures.translate(e);
    }
    LOG.info("tail {} reads the log of {} behind {}", settings.name(), settings.address(), start);
  }

  /** Unless it was closed meanwhile. */
  private synchronized void launch(DebeziumParts parts, DebeziumSource source) {
    if (state.closed()) {
      closeConnection(parts);
      return;
    }
    thread = new Thread(() -> follow(parts, source), "wherry-tail-" + settings.name());
    thread.setDaemon(true);
    thread.start();
  }

  /** server_uuid of the source; known after {@link #start()}, empty before. */
  public String serverUuid() {
    return serverUuid;
  }

  private DebeziumSource source(DebeziumParts parts, LogReader reader) {
    try {
      DebeziumSource source = new DebeziumSource(parts, state, reader);
      MySqlOffsetContext offset = MySqlOffsetContext.initial(parts.config());
      offset.setCompletedGtidSet(start.toString());
      source.init(offset);
      return source;
    } catch (RuntimeException e) {
      closeConnection(parts);
      throw e;
    }
  }

  private void follow(DebeziumParts parts, DebeziumSource source) {
    try {
      source.execute(state, new MySqlPartition(settings.name(), ""), source.getOffsetContext());
    } catch (Throwable e) {
      state.fail(e);
    } finally {
      closeConnection(parts);
    }
    if (state.cause() != null && !state.closed()) {
      listener.failed(state.cause());
    }
  }

  private static void closeConnection(DebeziumParts parts) {
    parts.schema().close();
    try {
      parts.connection().close();
    } catch (SQLException e) {
      LOG.debug("closing the tail's connection", e);
    }
  }

  /**
   * Ends the tail within seconds, also while the listener blocks: its thread is interrupted. The
   * listener is not called afterwards, unless it ignored that for {@value #CLOSE_MS} ms.
   */
  @Override
  public void close() {
    state.close();
    Thread running = running();
    Thread self = Thread.currentThread();
    if (running == null || self == running || self == state.reader()) {
      return;
    }
    try {
      end(running);
    } catch (InterruptedException e) {
      self.interrupt();
    }
    if (alive(running)) {
      LOG.warn("the tail {} did not end within {} ms", settings.name(), CLOSE_MS);
    }
  }

  private synchronized Thread running() {
    return thread;
  }

  private void end(Thread running) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CLOSE_MS);
    while (alive(running) && System.nanoTime() < deadline) {
      Thread reader = state.reader();
      if (reader != null) {
        reader.interrupt();
      }
      running.interrupt();
      (reader != null && !running.isAlive() ? reader : running).join(NUDGE_MS);
    }
  }

  private boolean alive(Thread running) {
    Thread reader = state.reader();
    return running.isAlive() || reader != null && reader.isAlive();
  }
}
