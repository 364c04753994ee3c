package io.wherry.source.preflight;

import io.wherry.common.mysql.ServerAddress;
import java.sql.SQLException;
import javax.net.ssl.SSLException;

/** Says why the source does not answer, at the key that has to change. */
final class Reachability {

  private Reachability() {}

  static Finding explain(SQLException e, ServerAddress address) {
    return switch (e.getErrorCode()) {
      case 1045, 1698 ->
          Finding.user(
              "the server refuses the account "
                  + address.user()
                  + " with this password (error "
                  + e.getErrorCode()
                  + "): check connection.user and connection.password");
      case 1862, 1820 ->
          Finding.password(
              "the password of "
                  + address.user()
                  + " has expired: run ALTER USER and set a new one");
      case 3118, 3955 ->
          Finding.user(
              "the account " + address.user() + " is locked: run ALTER USER .. ACCOUNT UNLOCK");
      case 3159 -> Finding.ssl("the server demands encryption: set connection.ssl.mode=REQUIRED");
      case 0 -> withoutCode(e, address);
      default ->
          Finding.host(
              "%s answers error %d: %s; correct that and check again"
                  .formatted(place(address), e.getErrorCode(), e.getMessage()));
    };
  }

  private static Finding withoutCode(SQLException e, ServerAddress address) {
    String reason = rootMessage(e);
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof SSLException) {
        return Finding.ssl("no encrypted connection to " + place(address) + ": " + reason);
      }
    }
    return Finding.host(
        "cannot connect to "
            + place(address)
            + ": "
            + reason
            + "; check connection.host, connection.port and that the server accepts connections");
  }

  private static String place(ServerAddress address) {
    return address.host() + ":" + address.port();
  }

  private static String rootMessage(Throwable e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getClass().getSimpleName() + " " + root.getMessage();
  }
}
