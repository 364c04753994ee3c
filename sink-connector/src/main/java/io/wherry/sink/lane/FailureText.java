package io.wherry.sink.lane;

import io.wherry.common.mysql.SqlFailure;
import java.sql.SQLException;

/**
 * What may be said of a failure on the target. The server puts values between quotes, so its own
 * words are kept only for classes of errors that tell no row values, or where they quote nothing.
 */
final class FailureText {
  private FailureText() {}

  static String of(SQLException e) {
    String code = "MySQL error " + e.getErrorCode() + " (" + e.getSQLState() + ")";
    String words = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    boolean quotes = words.indexOf('\'') >= 0 || words.indexOf('"') >= 0;
    return quotes && mayTellValues(e) ? code : code + ": " + words;
  }

  private static boolean mayTellValues(SQLException e) {
    return switch (SqlFailure.of(e)) {
      case AGAIN, RECONNECT, WAIT_FOR_PERSON -> false;
      case DATA, STOP -> true;
    };
  }

  /** The same failure as a cause to attach: its stack, not its words. */
  static SQLException quiet(SQLException e) {
    SQLException quiet = new SQLException(of(e), e.getSQLState(), e.getErrorCode());
    quiet.setStackTrace(e.getStackTrace());
    return quiet;
  }
}
