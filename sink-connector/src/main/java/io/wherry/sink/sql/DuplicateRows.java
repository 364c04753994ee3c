package io.wherry.sink.sql;

import java.sql.SQLException;

/**
 * A row of a chunk is on the target already (1062). Ordinary: a change came first, or the chunk
 * comes a second time. The caller rolls back and applies the chunk by {@link RowLoader#upsert}.
 */
public final class DuplicateRows extends SQLException {
  private static final long serialVersionUID = 1L;

  /** Names the unique key; the server's message, which holds the value, stays behind. */
  DuplicateRows(String message, SQLException cause) {
    super(message, cause.getSQLState(), cause.getErrorCode());
  }

  DuplicateRows(String message) {
    super(message, "23000", 1062);
  }
}
