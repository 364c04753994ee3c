package io.wherry.verify.server;

import java.sql.ResultSet;
import java.sql.SQLException;

/** One row of a result as an object. */
@FunctionalInterface
public interface RowMapper<T> {
  T map(ResultSet row) throws SQLException;
}
