package io.wherry.source.snapshot;

import com.mysql.cj.conf.PropertyKey;
import com.mysql.cj.jdbc.JdbcConnection;
import io.wherry.common.mysql.ServerAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/**
 * Opens connections for reading the source. Whatever its global variables are, every session reads
 * committed rows of one moment a statement, in time zone +00:00, without limits, and gets the bytes
 * as they are stored. A connection ends at once, whatever runs on it, by {@link
 * Connection#abort(java.util.concurrent.Executor)} from any thread.
 *
 * @param address the source
 */
public record SourceSession(ServerAddress address) {
  /** What one row of a result may measure; the server does not hold results to its own bound. */
  private static final int LARGEST_PACKET = 1 << 30;

  private static final String ISOLATION = "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ";

  // sql_select_limit and its like stand here as numbers: DEFAULT would be the server's global
  // value.
  private static final String VARIABLES =
      """
      SET SESSION autocommit = 1, time_zone = '+00:00', sql_mode = 'STRICT_ALL_TABLES,\
      ALLOW_INVALID_DATES,NO_AUTO_VALUE_ON_ZERO,NO_ENGINE_SUBSTITUTION',
      sql_select_limit = 18446744073709551615, max_execution_time = 0, sql_big_selects = 1,
      range_optimizer_max_mem_size = 0, character_set_results = NULL, sql_quote_show_create = 1,
      net_write_timeout = 86400, wait_timeout = 2147483
      /*!80003 , information_schema_stats_expiry = 0 */
      /*!80013 , use_secondary_engine = OFF */
      /*!80030 , show_gipk_in_create_table_and_information_schema = ON */""";

  /**
   * A new connection, to be closed by the caller.
   *
   * @throws SQLException as the driver says it
   */
  public Connection open() throws SQLException {
    Connection connection = address.connect(properties());
    try {
      // The driver lowers this to the server's max_allowed_packet, which bounds what it receives.
      connection
          .unwrap(JdbcConnection.class)
          .getPropertySet()
          .getIntegerProperty(PropertyKey.maxAllowedPacket)
          .setValue(LARGEST_PACKET);
      try (Statement statement = connection.createStatement()) {
        statement.execute(ISOLATION);
        statement.execute(VARIABLES);
      }
      return connection;
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  private static Properties properties() {
    Properties p = new Properties();
    p.setProperty("useServerPrepStmts", "false");
    // Else the driver sets and resets the server's timeout around every streamed result.
    p.setProperty("netTimeoutForStreamingResults", "0");
    p.setProperty("socketTimeout", "600000");
    p.setProperty("connectionAttributes", "program_name:wherry-source");
    return p;
  }
}
