package io.wherry.sink.sql;

import io.wherry.common.mysql.ServerAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * Opens connections to the target as the sink needs them: one transaction at a time under READ
 * COMMITTED, the session settings that make a value mean the same as on the source, and statement
 * text that reaches the server byte by byte.
 */
public final class SinkSession {
  /** Strict about every value, and silent about dates and zeros that the source holds. */
  static final String SQL_MODE =
      "STRICT_ALL_TABLES,ALLOW_INVALID_DATES,NO_AUTO_VALUE_ON_ZERO,NO_ENGINE_SUBSTITUTION";

  /** For the one value that no strict mode takes: the index 0 of an ENUM. */
  static final String RELAXED_SQL_MODE =
      "ALLOW_INVALID_DATES,NO_AUTO_VALUE_ON_ZERO,NO_ENGINE_SUBSTITUTION";

  // The client set "binary" makes the server take identifiers as the utf8 they are and literals as
  // their introducer says, without a look at them. sql_safe_updates and friends may be set globally
  // by anyone, so they are named here; max_error_count lets every warning be read. A limit on the
  // range optimizer would turn long lists of keys into scans, with a warning.
  private static final String SETTINGS =
      "SET SESSION time_zone = '+00:00', sql_mode = '"
          + SQL_MODE
          + "', foreign_key_checks = 0, innodb_lock_wait_timeout = 5, sql_safe_updates = 0,"
          + " sql_select_limit = 18446744073709551615, sql_auto_is_null = 0, max_error_count = 65535,"
          + " sql_notes = 1, range_optimizer_max_mem_size = 0, character_set_client = binary, collation_connection = utf8mb4_bin,"
          + " character_set_results = NULL";

  private static final String[] OFF_WHERE_ON = {
    "sql_generate_invisible_primary_key", "sql_require_primary_key"
  };

  private SinkSession() {}

  /**
   * A new connection. Its owner commits, rolls back and closes; any other thread may {@link
   * Connection#abort} it to end a blocked call. Statement text is read char by char as bytes: see
   * {@link #text}.
   */
  public static Connection open(ServerAddress address) throws SQLException {
    Connection connection = address.connect(driverProperties());
    try {
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        statement.execute(SETTINGS);
        switchOff(statement);
      }
      connection.commit();
      return connection;
    } catch (SQLException | RuntimeException e) {
      closeAfter(connection, e);
      throw e;
    }
  }

  /**
   * Unicode text in the form in which statement text and {@code setString} parameters carry it on
   * these connections: a char for each UTF-8 byte. Results are read with {@code getString} as
   * usual.
   */
  public static String text(String unicode) {
    return new String(unicode.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  private static Properties driverProperties() {
    Properties p = new Properties();
    p.setProperty("characterEncoding", "ISO-8859-1");
    p.setProperty("enableEscapeProcessing", "false");
    p.setProperty("jdbcCompliantTruncation", "false");
    p.setProperty("maxAllowedPacket", String.valueOf(1 << 30));
    p.setProperty("allowLoadLocalInfileInPath", EmptyFolder.PATH.toString());
    p.setProperty("connectionAttributes", "program_name:wherry-sink");
    return p;
  }

  /** Both are restricted variables: touched only where the server's default is in our way. */
  private static void switchOff(Statement statement) throws SQLException {
    List<String> on = new ArrayList<>();
    try (ResultSet rs = statement.executeQuery("SELECT @@" + String.join(", @@", OFF_WHERE_ON))) {
      rs.next();
      for (int i = 0; i < OFF_WHERE_ON.length; i++) {
        if (rs.getBoolean(i + 1)) {
          on.add(OFF_WHERE_ON[i]);
        }
      }
    }
    for (String name : on) {
      statement.execute("SET SESSION " + name + " = OFF");
    }
  }

  private static void closeAfter(Connection connection, Exception cause) {
    try {
      connection.close();
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }

  /**
   * The only folder the driver would read a local file from: ours alone and empty. Without one the
   * driver does not offer LOAD DATA LOCAL at all, and with a general permission a hostile target
   * could ask for any file of the worker. See {@link LocalData} for how our rows get through.
   */
  private static final class EmptyFolder {
    static final Path PATH = create();

    private static Path create() {
      try {
        Path path = Files.createTempDirectory("wherry-no-files-");
        path.toFile().deleteOnExit();
        return path.toRealPath();
      } catch (IOException e) {
        throw new UncheckedIOException("cannot make a private temporary folder", e);
      }
    }
  }
}
