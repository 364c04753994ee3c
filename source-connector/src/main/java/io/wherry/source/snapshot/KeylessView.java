package io.wherry.source.snapshot;

import io.wherry.common.model.GtidSet;
import io.wherry.common.model.Position;
import io.wherry.common.model.Row;
import io.wherry.common.model.TableId;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One consistent view of the tables that chunks cannot read, and its exact place in the log: of
 * these tables it shows the transactions of {@link #position()}'s GTID set and no other. Reading
 * belongs to one thread; {@link #close()} may come from any and ends a running read.
 */
public final class KeylessView implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KeylessView.class);

  /** So long a READ lock is waited for before every second attempt is for a WRITE lock. */
  private static final int PATIENT_ATTEMPTS = 10;

  /** Takes rows over; it may block. */
  @FunctionalInterface
  public interface RowsConsumer {
    void accept(List<Row> rows) throws InterruptedException;
  }

  private final Connection connection;
  private final Position position;
  private final String serverUuid;

  private KeylessView(Connection connection, Position position, String serverUuid) {
    this.connection = connection;
    this.position = position;
    this.serverUuid = serverUuid;
  }

  /**
   * Waits until no transaction that writes to these tables is open, and takes the view then.
   * Writers wait at most about a second at a time, with pauses between. An interrupt ends it.
   */
  public static KeylessView open(SourceSession session, Collection<TableId> tables)
      throws SQLException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      boolean starved = attempt > PATIENT_ATTEMPTS && attempt % 2 == 0;
      TableLock.Kind kind = starved ? TableLock.Kind.WRITE : TableLock.Kind.READ;
      KeylessView view = attempt(session, tables, kind);
      if (view != null) {
        return view;
      }
      LOG.info(
          "waiting for the open transactions that write to {}: LOCK TABLES .. {}, attempt {}",
          tables,
          kind,
          attempt);
      Thread.sleep(ThreadLocalRandom.current().nextLong(1000, 3000));
    }
  }

  private static KeylessView attempt(
      SourceSession session, Collection<TableId> tables, TableLock.Kind kind) throws SQLException {
    Connection connection = session.open();
    KeylessView view = null;
    try (TableLock lock = TableLock.tryTake(session, tables, kind)) {
      view = lock == null ? null : under(lock, connection);
      return view;
    } finally {
      if (view == null) {
        connection.close();
      }
    }
  }

  /** Null if the lock was gone before the view was complete. */
  private static KeylessView under(TableLock lock, Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT");
    }
    GtidSet gtids = SourceLog.gtidExecuted(connection);
    LogEnd end = SourceLog.binlogEnd(connection);
    String serverUuid = SourceLog.serverUuid(connection);
    if (!serverUuid.equals(lock.serverUuid())) {
      throw new SQLException(
          "two connections reached two servers: connection.host must be one server");
    }
    try {
      lock.release();
    } catch (SQLException e) {
      LOG.info("the table lock was lost before the view was complete: {}", e.getMessage());
      return null;
    }
    return new KeylessView(connection, new Position(gtids, end.file(), end.offset()), serverUuid);
  }

  /** Where in the log the view stands; file and offset may lie a little behind it. */
  public Position position() {
    return position;
  }

  public String serverUuid() {
    return serverUuid;
  }

  /**
   * Reads all rows of one table of the view, in no order.
   *
   * @param maxBytes rows are handed over when together they hold more
   */
  public void read(TableInfo table, long maxBytes, RowsConsumer consumer)
      throws SQLException, InterruptedException {
    try (RowStream stream = RowStream.open(connection, SelectText.all(table))) {
      List<Row> rows = new ArrayList<>();
      long bytes = 0;
      for (Row row = stream.next(); row != null; row = stream.next()) {
        rows.add(row);
        bytes += row.bytes();
        if (bytes > maxBytes) {
          handOver(rows, consumer);
          rows = new ArrayList<>();
          bytes = 0;
        }
      }
      if (!rows.isEmpty()) {
        consumer.accept(rows);
      }
    }
  }

  /** A consumer that fails must not leave the rest of the table to be read by the stream's end. */
  private void handOver(List<Row> rows, RowsConsumer consumer)
      throws SQLException, InterruptedException {
    boolean taken = false;
    try {
      consumer.accept(rows);
      taken = true;
    } finally {
      if (!taken) {
        close();
      }
    }
  }

  @Override
  public void close() throws SQLException {
    connection.abort(Runnable::run);
  }
}
