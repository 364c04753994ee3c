package io.wherry.verify.server;

import io.wherry.common.mysql.ServerAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;

/**
 * Opens connections on which equal rows print equal text, whatever the server's globals are: UTC,
 * utf8mb4, no rule of sql_mode that turns an odd date into NULL, no limits, nothing written.
 */
final class Session {
  private static final int UNKNOWN_VARIABLE = 1193;

  /** ALLOW_INVALID_DATES: a key bound of 2023-02-31 must compare as the date that is stored. */
  private static final String SETTINGS =
      "SET SESSION sql_mode='ALLOW_INVALID_DATES', time_zone='+00:00', autocommit=1,"
          + " sql_select_limit=18446744073709551615, sql_big_selects=1, max_execution_time=0,"
          + " lock_wait_timeout=60, wait_timeout=28800, net_write_timeout=600,"
          + " character_set_results=utf8mb4, range_optimizer_max_mem_size=67108864,"
          + " information_schema_stats_expiry=0";

  /** Variables that not every server has; where one is missing its feature is missing too. */
  private static final List<String> OPTIONAL =
      List.of(
          "SET SESSION show_gipk_in_create_table_and_information_schema=ON",
          "SET SESSION use_secondary_engine=OFF");

  private Session() {}

  static Connection open(ServerAddress address) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("characterEncoding", "UTF-8");
    properties.setProperty("socketTimeout", "3600000");
    Connection connection = address.connect(properties);
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET NAMES utf8mb4");
      statement.execute(SETTINGS);
      statement.execute("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED");
      statement.execute("SET SESSION TRANSACTION READ ONLY");
      for (String setting : OPTIONAL) {
        setIfKnown(statement, setting);
      }
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  private static void setIfKnown(Statement statement, String setting) throws SQLException {
    try {
      statement.execute(setting);
    } catch (SQLException e) {
      if (e.getErrorCode() != UNKNOWN_VARIABLE) {
        throw e;
      }
    }
  }
}
