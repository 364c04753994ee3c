package io.wherry.source.tail;

import com.github.shyiko.mysql.binlog.network.ServerException;
import io.wherry.common.mysql.ServerAddress;
import io.wherry.common.mysql.SqlFailure;
import java.io.IOException;
import java.sql.SQLException;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;

/**
 * Says what a failure means for the user, whoever noticed it: a {@link RetriableException} if
 * starting again may help, else a {@link ConnectException} with the next action.
 */
final class TailFailures {
  private static final int FATAL_READING_LOG = 1236;

  private final ServerAddress address;

  TailFailures(ServerAddress address) {
    this.address = address;
  }

  /** The first cause that says something, in words. */
  ConnectException translate(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof ConnectException known) {
        return known;
      }
      if (t instanceof ServerException answer) {
        return answered(answer);
      }
      if (t instanceof SQLException answer) {
        return classified(answer);
      }
      if (t instanceof IOException) {
        return lost(t);
      }
    }
    return new ConnectException("the tail of " + address + " failed: " + failure, failure);
  }

  private ConnectException answered(ServerException answer) {
    if (answer.getErrorCode() == FATAL_READING_LOG) {
      return new ConnectException(
          describe(answer, FATAL_READING_LOG)
              + ". Unless another client uses the same server.id, the log cannot be read any"
              + " further: delete the connector's offsets and start again from a new snapshot",
          answer);
    }
    return classified(
        new SQLException(answer.getMessage(), answer.getSqlState(), answer.getErrorCode(), answer));
  }

  private ConnectException classified(SQLException answer) {
    String what = describe(answer, answer.getErrorCode());
    return switch (SqlFailure.of(answer)) {
      case AGAIN, RECONNECT -> new RetriableException(what, answer);
      case WAIT_FOR_PERSON ->
          new ConnectException(
              what
                  + ". Check connection.user and connection.password, and that the account has"
                  + " REPLICATION SLAVE and REPLICATION CLIENT; then start again",
              answer);
      default -> new ConnectException(what + ". Mend that on the source, then start again", answer);
    };
  }

  private String describe(Exception answer, int code) {
    return "the source "
        + address
        + " refused the tail: "
        + answer.getMessage()
        + " (error "
        + code
        + ")";
  }

  private RetriableException lost(Throwable cause) {
    return new RetriableException(
        "the connection to the log of "
            + address
            + " was lost ("
            + cause.getMessage()
            + "); started again, the tail goes on from the last complete transaction",
        cause);
  }
}
