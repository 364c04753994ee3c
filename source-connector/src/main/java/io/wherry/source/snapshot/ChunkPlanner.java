package io.wherry.source.snapshot;

import io.wherry.common.model.Row;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Cuts a table into ranges of its key by walking the index on the server, in the server's own
 * order. Keeps no state.
 */
public final class ChunkPlanner {

  private ChunkPlanner() {}

  /**
   * The bound of the next range.
   *
   * @param table a table with a {@code keyIndex}
   * @param after identity values of the last planned row, null at the beginning
   * @param rows rows of the range, at least 1
   * @return identity values of its last row; null if fewer rows are left: the range goes to the end
   */
  public static Row next(Connection connection, TableInfo table, Row after, long rows)
      throws SQLException, InterruptedException {
    String sql = SelectText.bound(table, new Range(after, null), rows);
    try (RowStream stream = RowStream.open(connection, sql)) {
      return stream.next();
    }
  }
}
