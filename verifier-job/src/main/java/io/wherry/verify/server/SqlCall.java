package io.wherry.verify.server;

import java.sql.Connection;
import java.sql.SQLException;

/** Reads something on a connection; may run again on another one after a lost connection. */
@FunctionalInterface
public interface SqlCall<T> {
  T run(Connection connection) throws SQLException;
}
