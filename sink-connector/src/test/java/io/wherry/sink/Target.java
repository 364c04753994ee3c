package io.wherry.sink;

import io.wherry.common.model.TableId;
import io.wherry.common.mysql.ServerAddress;
import io.wherry.sink.sql.TargetServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What tests ask of the target server, and a task's configuration for it. */
final class Target {
  private Target() {}

  static Connection connect() throws SQLException {
    return TargetServer.address().connect();
  }

  /** A configuration whose connector and ledger are the test's own. */
  static Map<String, String> config(String name) {
    ServerAddress address = TargetServer.address();
    Map<String, String> config = new HashMap<>();
    config.put("name", name);
    config.put("connection.host", address.host());
    config.put("connection.port", String.valueOf(address.port()));
    config.put("connection.user", address.user());
    config.put("connection.password", address.password());
    config.put("ledger.database", "ledger_" + name);
    return config;
  }

  /** Removes what an earlier test of this name left. */
  static void clean(String name) throws SQLException {
    run("DROP DATABASE IF EXISTS `" + name + "`", "DROP DATABASE IF EXISTS `ledger_" + name + "`");
  }

  static void run(String... statements) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** The first column's values, as text. */
  static List<String> texts(String sql) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    return texts;
  }

  /** Rows of a script's table as {@code id=v}, in key order. */
  static List<String> rows(TableId table) throws SQLException {
    return texts(
        "SELECT CONCAT(id, '=', IFNULL(IF(LENGTH(v) > 100, LENGTH(v), v), 'NULL')) FROM "
            + table.quoted()
            + " ORDER BY id");
  }

  /** One column of the test's only ledger row. */
  static String ledger(String name, String column) throws SQLException {
    return texts("SELECT " + column + " FROM ledger_" + name + ".ledger").get(0);
  }
}
