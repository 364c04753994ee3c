package io.wherry.sink.sql;

import java.sql.SQLException;

/**
 * LOAD DATA did not take the rows as they are, for a reason other than a duplicate. The caller
 * rolls back and sends the chunk by {@link RowLoader#insert}, which is strict about every value.
 */
public final class LoadRefused extends SQLException {
  private static final long serialVersionUID = 1L;

  LoadRefused(String message, int code) {
    super(message, "HY000", code);
  }
}
