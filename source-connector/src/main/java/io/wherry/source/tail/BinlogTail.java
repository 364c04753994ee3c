package io.wherry.source.tail;

import io.debezium.connector.mysql.MySqlOffsetContext;
import io.debezium.connector.mysql.MySqlPartition;
import io.wherry.common.model.GtidSet;
import io.wherry.common.mysql.TableFilter;
import java.sql.SQLException;
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
  private final TailState state;

  private Thread thread;
  private String serverUuid;

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
    this.state = new TailState(settings.address());
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
    DebeziumParts parts = DebeziumParts.open(settings, start);
    DebeziumSource source = source(parts, reader);
    thread = new Thread(() -> follow(parts, source), "wherry-tail-" + settings.name());
    thread.setDaemon(true);
    thread.start();
  }

  /** server_uuid of the source; known after {@link #start()}. */
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
    if (thread == null) {
      return;
    }
    long deadline = System.nanoTime() + CLOSE_MS * 1_000_000;
    try {
      while (alive() && System.nanoTime() < deadline) {
        interrupt(state.reader());
        interrupt(thread);
        thread.join(NUDGE_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (alive()) {
      LOG.warn("the tail {} did not end within {} ms", settings.name(), CLOSE_MS);
    }
  }

  private boolean alive() {
    Thread reader = state.reader();
    return thread.isAlive() || reader != null && reader.isAlive();
  }

  private static void interrupt(Thread target) {
    if (target != null && target != Thread.currentThread()) {
      target.interrupt();
    }
  }
}
