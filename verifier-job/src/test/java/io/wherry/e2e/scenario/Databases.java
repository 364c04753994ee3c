package io.wherry.e2e.scenario;

import io.wherry.common.model.TableId;
import io.wherry.common.mysql.ServerAddress;
import io.wherry.e2e.stack.Stack;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A case's databases, on both servers: dropped whatever holds them. */
record Databases(Stack stack, List<String> names) {

  void drop() throws SQLException {
    drop(stack.source());
    drop(stack.target());
  }

  private void drop(ServerAddress server) throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      for (String branch : preparedBranches(statement)) {
        statement.execute("XA ROLLBACK " + branch);
      }
      statement.execute("SET SESSION lock_wait_timeout = 30, foreign_key_checks = 0");
      for (String name : names) {
        statement.execute("DROP DATABASE IF EXISTS " + TableId.quote(name));
      }
    }
  }

  /** A prepared branch that a case left would hold its tables for ever. */
  private static List<String> preparedBranches(Statement statement) throws SQLException {
    List<String> branches = new ArrayList<>();
    try (ResultSet rs = statement.executeQuery("XA RECOVER CONVERT XID")) {
      while (rs.next()) {
        String data = rs.getString("data").substring(2);
        int middle = 2 * rs.getInt("gtrid_length");
        branches.add(
            "X'%s',X'%s',%d"
                .formatted(
                    data.substring(0, middle), data.substring(middle), rs.getLong("formatID")));
      }
    }
    return branches;
  }
}
