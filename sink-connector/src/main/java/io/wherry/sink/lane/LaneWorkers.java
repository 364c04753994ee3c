package io.wherry.sink.lane;

import io.wherry.common.mysql.ServerAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The threads that write to the target, each with a connection of its own. A lane is in the queue
 * or with one worker, never both, so its order needs no lock; a lane that waits to try again waits
 * in the queue and keeps nobody.
 */
public final class LaneWorkers implements AutoCloseable {
  private static final long STOP_MS = 3_000;

  private final DelayQueue<Ticket> queue = new DelayQueue<>();
  private final List<Worker> workers = new ArrayList<>();

  /** A lane's turn at a time. */
  private record Ticket(Lane lane, long dueNanos) implements Delayed {
    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(dueNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.signum(dueNanos - ((Ticket) other).dueNanos());
    }
  }

  /** Starts {@code threads} workers; none connects before it has something to do. */
  public LaneWorkers(String name, int threads, ServerAddress address) {
    for (int i = 0; i < threads; i++) {
      Worker worker = new Worker(new WorkerSession(address), "sink-apply-" + i + "-" + name);
      workers.add(worker);
      worker.start();
    }
  }

  /** Queues a lane that is neither queued nor running. */
  void submit(Lane lane, long delayMs) {
    queue.add(new Ticket(lane, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(delayMs)));
  }

  /** Makes a queued lane's turn come now. */
  void hasten(Lane lane) {
    for (Ticket ticket : queue) {
      if (ticket.lane() == lane && queue.remove(ticket)) {
        submit(lane, 0);
        return;
      }
    }
  }

  /** Ends the database call that runs for the lane, if one does. */
  void abort(Lane lane) {
    for (Worker worker : workers) {
      if (worker.current == lane) {
        worker.session.abort();
      }
    }
  }

  /** Ids of the connections that are open now. */
  Set<Long> connectionIds() {
    return workers.stream()
        .map(w -> w.session.id())
        .filter(id -> id != 0)
        .collect(Collectors.toSet());
  }

  /** Stops all workers; a database call in progress is ended. Returns within seconds. */
  @Override
  public void close() {
    for (Worker worker : workers) {
      worker.stopped = true;
      worker.interrupt();
      worker.session.close();
    }
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(STOP_MS);
    for (Worker worker : workers) {
      worker.awaitEnd(deadline);
    }
  }

  /** One thread and its connection. */
  private final class Worker extends Thread {
    private final WorkerSession session;
    private volatile Lane current;
    private volatile boolean stopped;

    Worker(WorkerSession session, String name) {
      super(name);
      this.session = session;
      setDaemon(true);
    }

    @Override
    public void run() {
      while (!stopped) {
        try {
          current = queue.take().lane();
          current.run(session);
        } catch (InterruptedException e) {
          // Stopping, or an interrupt that outlived its lane: the flag decides.
          continue;
        } finally {
          current = null;
        }
      }
      session.discard();
    }

    void awaitEnd(long deadline) {
      try {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        join(Math.max(1, left));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
