package io.wherry.verify.server;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Set;

/** Small pieces of SQL text, and what may be said of a failure without showing a value. */
public final class SqlText {
  /** Codes whose message names servers, accounts and objects only. */
  private static final Set<Integer> HARMLESS =
      Set.of(1044, 1045, 1049, 1054, 1142, 1143, 1146, 1176, 1193, 1227, 1305, 1698);

  private SqlText() {}

  /** A text as a literal, for names: independent of sql_mode and connection charset. */
  public static String literal(String text) {
    StringBuilder hex = new StringBuilder("_utf8mb4 X'");
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      hex.append(String.format("%02X", b));
    }
    return hex.append('\'').toString();
  }

  /** Code, state and, where it cannot hold a value, the server's message. */
  public static String describe(SQLException e) {
    String state = e.getSQLState() == null ? "no state" : e.getSQLState();
    boolean harmless =
        HARMLESS.contains(e.getErrorCode()) || state.startsWith("08") || e.getErrorCode() == 0;
    return "error "
        + e.getErrorCode()
        + " ("
        + state
        + ")"
        + (harmless && e.getMessage() != null
            ? ": " + e.getMessage().lines().findFirst().orElse("")
            : "");
  }
}
