package io.wherry.sink.lane;

import io.wherry.sink.lane.LaneState.Phase;
import io.wherry.sink.ledger.LaneId;
import io.wherry.sink.ledger.LedgerRow;
import io.wherry.sink.ledger.Progress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One topic-partition on its way into the target: takes records from the task, in order, and lets
 * one worker at a time apply them. All fields are guarded by the lane's monitor, which is held for
 * moments only, never during a database call; what the worker needs alone is in the {@link
 * LaneApplier}.
 */
public final class Lane {
  private static final Logger LOG = LoggerFactory.getLogger(Lane.class);

  private final LaneId id;
  private final LaneWorkers workers;
  private final LaneApplier applier;

  private final Deque<LaneRecord> queue = new ArrayDeque<>();
  private Phase phase = Phase.CLAIMING;
  private long lastOffered = -1;
  private long seekTo = -1;
  private long bytes;
  private boolean scheduled;
  private boolean running;
  private boolean closing;
  private boolean waiting;
  private boolean midway;
  private boolean warnedBehind;
  private Optional<Progress> progress = Optional.empty();
  private Optional<ConnectException> failure = Optional.empty();

  public Lane(LaneId id, LaneSettings settings, LaneWorkers workers) {
    this.id = id;
    this.workers = workers;
    this.applier = new LaneApplier(this, settings, workers::connectionIds);
  }

  public LaneId id() {
    return id;
  }

  /** Begins with the claim. */
  public synchronized void start() {
    schedule(0);
  }

  /**
   * Takes a record, or drops it where it is not wanted: it was offered before, or the consumer is
   * about to be moved and brings it again.
   */
  public synchronized void offer(LaneRecord record) {
    if (phase != Phase.RUNNING || closing) {
      return;
    }
    if (record.offset() <= lastOffered) {
      warnBehind(record.offset());
      return;
    }
    lastOffered = record.offset();
    bytes += record.bytes();
    queue.addLast(record);
    if (!scheduled) {
      schedule(0);
    }
  }

  /** The consumer was moved, and stands before the place: the topic has no such offset. */
  private void warnBehind(long offset) {
    if (offset < seekTo && !warnedBehind) {
      warnedBehind = true;
      LOG.warn(
          "Lane {} stands at offset {}, and offset {} comes: it is passed over as applied. If the"
              + " topic was deleted and created again, stop the connector, empty the target table"
              + " and remove the lane's row from the ledger",
          id,
          seekTo,
          offset);
    }
  }

  /** The offset to move the consumer to, once; from then on the lane takes records. */
  public synchronized OptionalLong takeSeek() {
    if (phase != Phase.SEEKING) {
      return OptionalLong.empty();
    }
    phase = Phase.RUNNING;
    lastOffered = seekTo - 1;
    return OptionalLong.of(seekTo);
  }

  public synchronized LaneState state() {
    boolean needsMore = midway && queue.isEmpty();
    return new LaneState(phase, bytes, waiting, needsMore, progress);
  }

  /** Why the lane stopped; for a lane that was lost, who has it. */
  public synchronized Optional<ConnectException> failure() {
    return failure;
  }

  /** Asks the lane to end: behind the transaction in progress, at once if there is none. */
  public synchronized void close() {
    closing = true;
    if (scheduled && !running) {
      workers.hasten(this);
    } else if (!scheduled) {
      schedule(0);
    }
  }

  /** Waits for the end that {@link #close} asked for. */
  public synchronized boolean awaitClosed(long deadlineNanos) throws InterruptedException {
    while (phase != Phase.CLOSED) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }

  /** Ends the database call in progress, if any. */
  public void abort() {
    workers.abort(this);
  }

  /** One turn of the lane on a worker's thread. */
  void run(WorkerSession session) {
    synchronized (this) {
      running = true;
    }
    long pause = LaneApplier.IDLE;
    try {
      pause = applier.step(session);
    } catch (Throwable e) {
      // The top of a worker's thread: nothing may be lost here but the lane itself.
      session.discard();
      failed(new ConnectException("lane " + id + " stopped: " + e, e));
    } finally {
      turnEnded(pause);
    }
  }

  private synchronized void turnEnded(long pause) {
    running = false;
    scheduled = false;
    waiting = pause > 0;
    if (phase == Phase.CLOSED) {
      return;
    }
    if (closing) {
      schedule(0);
    } else if (pause >= 0 || phase == Phase.RUNNING && !queue.isEmpty()) {
      schedule(Math.max(0, pause));
    }
  }

  private void schedule(long delayMs) {
    scheduled = true;
    workers.submit(this, delayMs);
  }

  // What follows is called by the applier, on the worker's thread.

  synchronized boolean closing() {
    return closing;
  }

  synchronized Phase phase() {
    return phase;
  }

  synchronized Optional<LaneRecord> poll() {
    return Optional.ofNullable(queue.pollFirst());
  }

  /** Everything that came is void: the consumer goes to where the row stands. */
  synchronized void seek(LedgerRow row) {
    queue.clear();
    bytes = 0;
    midway = false;
    seekTo = row.progress().nextOffset();
    progress = Optional.of(row.progress());
    move(Phase.SEEKING);
  }

  /** Everything that came is void: the claim itself has to be made again. */
  synchronized void reclaim() {
    queue.clear();
    bytes = 0;
    midway = false;
    move(Phase.CLAIMING);
  }

  synchronized void committed(LedgerRow row, long freedBytes) {
    progress = Optional.of(row.progress());
    bytes = Math.max(0, bytes - freedBytes);
  }

  /** The records taken so far may end inside a batch. */
  synchronized void planned(UnitPlanner planner) {
    midway = planner.midway();
  }

  synchronized void failed(ConnectException cause) {
    end(Phase.FAILED, cause);
  }

  synchronized void lost(ConnectException cause) {
    end(Phase.LOST, cause);
  }

  synchronized void closed() {
    queue.clear();
    bytes = 0;
    phase = Phase.CLOSED;
    notifyAll();
  }

  private void end(Phase how, ConnectException cause) {
    queue.clear();
    bytes = 0;
    failure = Optional.of(cause);
    move(how);
  }

  private void move(Phase next) {
    if (phase != Phase.CLOSED) {
      phase = next;
    }
  }
}
