package io.wherry.sink.lane;

import io.wherry.common.mysql.SqlFailure;
import java.sql.SQLException;

/**
 * What may be said of a failure on the target. The server's own words are kept only for classes of
 * errors that tell no row values.
 */
final class FailureText {
  private FailureText() {}

  static String of(SQLException e) {
    String code = "MySQL error " + e.getErrorCode() + " (" + e.getSQLState() + ")";
    boolean free = e.getErrorCode() == 0 || SqlFailure.of(e) != SqlFailure.STOP;
    return free && SqlFailure.of(e) != SqlFailure.DATA ? code + ": " + firstLine(e) : code;
  }

  /** The same failure as a cause to attach: its stack, not its words. */
  static SQLException quiet(SQLException e) {
    SQLException quiet = new SQLException(of(e), e.getSQLState(), e.getErrorCode());
    quiet.setStackTrace(e.getStackTrace());
    return quiet;
  }

  private static String firstLine(SQLException e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }
}
