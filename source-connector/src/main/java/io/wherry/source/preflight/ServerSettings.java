package io.wherry.source.preflight;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The source's global variables that decide what its log holds. */
final class ServerSettings {
  private static final long SHORT_EXPIRY_SECONDS = 3600;

  private static final String NAMES =
      "'log_bin','binlog_format','binlog_row_image','binlog_row_metadata','server_id',"
          + "'binlog_row_value_options','gtid_mode','enforce_gtid_consistency',"
          + "'binlog_expire_logs_seconds','binlog_order_commits','innodb_native_foreign_keys','partial_revokes'";

  /** A variable and the value it must have. */
  private record Wanted(String name, String value, String why) {}

  private static final List<Wanted> WANTED =
      List.of(
          new Wanted("binlog_format", "ROW", "other formats log statements instead of rows"),
          new Wanted("binlog_row_image", "FULL", "else rows are logged in part"),
          new Wanted("binlog_row_metadata", "FULL", "else the log lacks column names"),
          new Wanted("binlog_row_value_options", "", "else JSON is logged in part"),
          new Wanted(
              "binlog_order_commits",
              "ON",
              "else gtid_executed can hold a transaction before one it had to wait for"));

  private final Map<String, String> values;

  ServerSettings(Map<String, String> values) {
    this.values = values;
  }

  static ServerSettings read(Connection connection) throws SQLException {
    Map<String, String> values = new HashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rs =
            statement.executeQuery(
                "SHOW GLOBAL VARIABLES WHERE Variable_name IN (" + NAMES + ")")) {
      while (rs.next()) {
        values.put(rs.getString(1).toLowerCase(Locale.ROOT), rs.getString(2));
      }
    }
    return new ServerSettings(values);
  }

  /** The value, empty for a variable that this server does not have. */
  String get(String name) {
    return values.getOrDefault(name, "");
  }

  boolean logs() {
    return get("log_bin").equals("ON");
  }

  void check(PreflightReport report) {
    if (!logs()) {
      report.add(Finding.host("log_bin is OFF: restart the server with --log-bin"));
    }
    for (Wanted wanted : WANTED) {
      String value = values.get(wanted.name());
      if (value != null && !value.equals(wanted.value())) {
        report.add(Finding.host(message(wanted, value)));
      }
    }
    checkGtids(report);
    checkExpiry(report);
  }

  private static String message(Wanted wanted, String value) {
    return "%s is '%s', must be '%s' (%s): run SET PERSIST %s = '%s'"
        .formatted(
            wanted.name(), value, wanted.value(), wanted.why(), wanted.name(), wanted.value());
  }

  private void checkGtids(PreflightReport report) {
    if (!get("enforce_gtid_consistency").equals("ON")) {
      report.add(
          Finding.host(
              "enforce_gtid_consistency is '%s', must be ON: run SET PERSIST enforce_gtid_consistency = ON"
                  .formatted(get("enforce_gtid_consistency"))));
    }
    String next =
        switch (get("gtid_mode")) {
          case "ON" -> null;
          case "ON_PERMISSIVE" -> "ON";
          case "OFF_PERMISSIVE" -> "ON_PERMISSIVE, then ON";
          default -> "OFF_PERMISSIVE, then ON_PERMISSIVE, then ON";
        };
    if (next != null) {
      report.add(
          Finding.host(
              "gtid_mode is '%s', must be ON: run SET PERSIST gtid_mode = %s"
                  .formatted(get("gtid_mode"), next)));
    }
  }

  private void checkExpiry(PreflightReport report) {
    String text = get("binlog_expire_logs_seconds");
    long seconds = text.isEmpty() ? 0 : Long.parseLong(text);
    if (seconds > 0 && seconds < SHORT_EXPIRY_SECONDS) {
      report.note(
          "binlog_expire_logs_seconds is %d: if the connector stands still for longer, it must read all tables again; run SET PERSIST binlog_expire_logs_seconds = 604800"
              .formatted(seconds));
    }
  }
}
