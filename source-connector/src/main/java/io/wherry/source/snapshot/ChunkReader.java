package io.wherry.source.snapshot;

import io.wherry.common.model.GtidSet;
import io.wherry.common.model.Row;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads chunks, each by one SELECT between a low and a high mark, without locks. May be used by
 * many threads, each with its own connection; to be closed after the last of them.
 *
 * <p>An interrupt ends a read between two rows. A read that waits for the network ends when another
 * thread aborts its connection or closes the {@link SourcePool} it comes from. In both cases the
 * connection is of no more use.
 */
public final class ChunkReader implements AutoCloseable {
  /** ER_QUERY_INTERRUPTED. */
  private static final int QUERY_INTERRUPTED = 1317;

  private static final String BEFORE =
      "SELECT @@GLOBAL.gtid_executed, @@GLOBAL.server_uuid, CONNECTION_ID()";

  private final StatementKiller killer;

  /** What is known before the read. */
  private record Before(GtidSet low, String serverUuid, long connectionId) {}

  /**
   * @param session opens the connection by which a statement with too many bytes is ended
   */
  public ChunkReader(SourceSession session) {
    this.killer = new StatementKiller(session);
  }

  /**
   * Reads a range of a table that has a {@code keyIndex}.
   *
   * @param maxBytes no further row is read when the rows together hold more; the first always is
   * @return the rows, and in its range where they end
   */
  public Chunk read(Connection connection, TableInfo table, Range range, long maxBytes)
      throws SQLException, InterruptedException {
    if (table.keyIndex() == null) {
      throw new IllegalArgumentException(table.id() + " has no index to walk: use KeylessView");
    }
    Before before = before(connection);
    List<Row> rows = new ArrayList<>();
    boolean complete = true;
    RowStream stream = RowStream.open(connection, SelectText.rows(table, range));
    try (stream) {
      long bytes = 0;
      for (Row row = stream.next(); row != null; row = stream.next()) {
        rows.add(row);
        bytes += row.bytes();
        if (bytes > maxBytes) {
          complete = false;
          end(stream, connection, before);
          break;
        }
      }
    }
    LogEnd high = SourceLog.binlogEnd(connection);
    Range read = complete ? range : new Range(range.after(), lastKey(table, rows));
    return new Chunk(rows, read, before.low(), high.file(), high.offset(), before.serverUuid());
  }

  private static Row lastKey(TableInfo table, List<Row> rows) {
    return rows.get(rows.size() - 1).pick(table.columns().key());
  }

  private static Before before(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rs = statement.executeQuery(BEFORE)) {
      rs.next();
      return new Before(GtidSet.parse(rs.getString(1)), rs.getString(2), rs.getLong(3));
    }
  }

  /** Ends the statement on the server, so that what is left of it does not cross the network. */
  private void end(RowStream stream, Connection connection, Before before) throws SQLException {
    killer.kill(before.connectionId(), before.serverUuid());
    try {
      stream.close();
    } catch (SQLException e) {
      rethrowUnlessInterrupted(e);
    }
    // Where the statement was over before the KILL came, this one takes the blow.
    try {
      execute(connection, "DO 0");
    } catch (SQLException e) {
      rethrowUnlessInterrupted(e);
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static void rethrowUnlessInterrupted(SQLException e) throws SQLException {
    if (e.getErrorCode() != QUERY_INTERRUPTED) {
      throw e;
    }
  }

  @Override
  public void close() throws SQLException {
    killer.close();
  }
}
