package io.wherry.source.tail;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import com.github.shyiko.mysql.binlog.network.AuthenticationException;
import com.github.shyiko.mysql.binlog.network.ServerException;
import io.debezium.pipeline.source.spi.ChangeEventSource.ChangeEventSourceContext;
import io.wherry.common.mysql.ServerAddress;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;

/** Whether the tail runs, and why it ended: the first cause counts. Any thread may end it. */
final class TailState extends BinaryLogClient.AbstractLifecycleListener
    implements ChangeEventSourceContext {
  private static final int FATAL_READING_LOG = 1236;
  private static final int ACCESS_DENIED = 1045;
  private static final int MISSING_PRIVILEGE = 1227;

  private final ServerAddress address;
  private final AtomicReference<RuntimeException> cause = new AtomicReference<>();
  private volatile boolean running = true;
  private volatile boolean closed;
  private volatile Thread reader;

  TailState(ServerAddress address) {
    this.address = address;
  }

  /** Ends the tail for this cause, unless it ended before. */
  void fail(Throwable failure) {
    cause.compareAndSet(null, translate(failure));
    running = false;
  }

  /** Ends the tail because its owner wants it to; nobody is told. */
  void close() {
    closed = true;
    running = false;
  }

  boolean closed() {
    return closed;
  }

  /** Why the tail ended by itself; null where it was told to. */
  RuntimeException cause() {
    return cause.get();
  }

  /** The client's thread, once it is connected. */
  Thread reader() {
    return reader;
  }

  private RuntimeException translate(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof ConnectException known) {
        return known;
      }
      if (t instanceof ServerException answer) {
        return answered(answer);
      }
      if (t instanceof AuthenticationException denied) {
        return new ConnectException(
            address
                + " refused the tail: "
                + denied.getMessage()
                + ". Check connection.user and"
                + " connection.password",
            failure);
      }
      if (t instanceof IOException) {
        return lost(failure);
      }
    }
    return new ConnectException("the tail of " + address + " failed: " + failure, failure);
  }

  private RuntimeException answered(ServerException answer) {
    String what =
        address + " ended the tail: error " + answer.getErrorCode() + ", " + answer.getMessage();
    return switch (answer.getErrorCode()) {
      case FATAL_READING_LOG ->
          new ConnectException(
              what
                  + ". Unless another client uses the same server.id, the log cannot be read any"
                  + " further: delete the connector's offsets and start again from a new snapshot",
              answer);
      case ACCESS_DENIED, MISSING_PRIVILEGE ->
          new ConnectException(
              what + ". Grant REPLICATION SLAVE and REPLICATION CLIENT to the account", answer);
      default -> new RetriableException(what, answer);
    };
  }

  private RetriableException lost(Throwable failure) {
    return new RetriableException(
        "the connection to the log of "
            + address
            + " was lost; the tail goes on from the last"
            + " complete transaction when it is started again",
        failure);
  }

  @Override
  public void onConnect(BinaryLogClient client) {
    reader = Thread.currentThread();
  }

  /** Comes also at the end of the stream, of which the client says nothing else. */
  @Override
  public void onDisconnect(BinaryLogClient client) {
    if (running) {
      fail(new IOException("end of stream"));
    }
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public boolean isPaused() {
    return false;
  }

  @Override
  public void resumeStreaming() {}

  @Override
  public void waitSnapshotCompletion() {}

  @Override
  public void streamingPaused() {}

  @Override
  public void waitStreamingPaused() {}
}
