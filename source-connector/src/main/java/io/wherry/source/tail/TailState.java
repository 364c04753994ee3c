package io.wherry.source.tail;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import io.debezium.pipeline.source.spi.ChangeEventSource.ChangeEventSourceContext;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;

/** Whether the tail runs, and why it ended: the first cause counts. Any thread may end it. */
final class TailState extends BinaryLogClient.AbstractLifecycleListener
    implements ChangeEventSourceContext {
  private final TailFailures failures;
  private final AtomicReference<RuntimeException> cause = new AtomicReference<>();
  private volatile boolean running = true;
  private volatile boolean closed;
  private volatile Thread reader;

  TailState(TailFailures failures) {
    this.failures = failures;
  }

  /** Ends the tail for this cause, unless it ended before. */
  void fail(Throwable failure) {
    cause.compareAndSet(null, failures.translate(failure));
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
