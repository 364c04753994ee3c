package io.wherry.verify.compare;

import io.wherry.verify.IncompleteException;
import io.wherry.verify.StandstillException;
import io.wherry.verify.compare.Preparation.Prepared;
import io.wherry.verify.server.Server;
import io.wherry.verify.server.SqlText;
import io.wherry.verify.table.RowId;
import io.wherry.verify.table.TablePlan;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Walks the tables' keys in the calling thread and compares the chunks in others. A chunk that
 * fails leaves its table incomplete and does not stop the rest; a server that is gone ends the run.
 */
final class TableRun implements AutoCloseable {
  private final TableReader reader;
  private final SliceCheck check;
  private final ExecutorService workers;
  private final ExecutorService beside;
  private final Semaphore room;
  private final int places;
  private final RunProgress progress;

  /** Why the run cannot go on; set by any thread, once it is known. */
  private final AtomicReference<String> standstill = new AtomicReference<>();

  TableRun(Server source, Server target, CatchUp catchUp, Options options, Progress progress) {
    this.workers = Executors.newFixedThreadPool(options.threads(), daemon("compare"));
    this.beside = Executors.newCachedThreadPool(daemon("target"));
    this.reader = new TableReader(source, target, beside);
    this.check = new SliceCheck(reader, catchUp);
    this.places = 2 * options.threads();
    this.room = new Semaphore(places);
    this.progress = new RunProgress(progress);
  }

  private static ThreadFactory daemon(String name) {
    return task -> {
      Thread thread = new Thread(task, "wherry-" + name);
      thread.setDaemon(true);
      return thread;
    };
  }

  /** Compares every table that has a plan; all results are in the tables' books. */
  void compare(List<Prepared> tables) {
    progress.begin(tables);
    for (Prepared table : tables) {
      if (table.plan() != null) {
        walk(table);
      }
    }
    room.acquireUninterruptibly(places);
    room.release(places);
  }

  private void walk(Prepared table) {
    try {
      if (table.plan().key().ordered()) {
        walkKey(table);
      } else {
        submit(table, Slice.Range.ALL, new ChunkSize(1));
      }
      table.tally().planned();
    } catch (SQLException e) {
      table.tally().failed("its key cannot be walked: " + SqlText.describe(e));
    } catch (IncompleteException e) {
      failed(table, e);
    }
  }

  private void failed(Prepared table, IncompleteException e) {
    if (e instanceof StandstillException) {
      standstill.compareAndSet(null, e.getMessage());
    }
    table.tally().failed(e.getMessage());
  }

  private void refuseToGoOn() {
    if (standstill.get() != null) {
      throw new IncompleteException("not compared, because the run ended: " + standstill.get());
    }
  }

  /** Chunks without a gap: the first begins at the very beginning, the last has no end. */
  private void walkKey(Prepared table) throws SQLException {
    TablePlan plan = table.plan();
    ChunkSize size = new ChunkSize(plan.rowBytes());
    RowId after = null;
    while (true) {
      refuseToGoOn();
      Slice.Range rest = new Slice.Range(after, null);
      Optional<RowId> end = reader.keyAt(Side.SOURCE, plan, rest, size.rows() - 1);
      if (end.isEmpty()) {
        submit(table, rest, size);
        return;
      }
      submit(table, new Slice.Range(after, end.get()), size);
      after = end.get();
    }
  }

  private void submit(Prepared table, Slice slice, ChunkSize size) {
    room.acquireUninterruptibly();
    int chunk = table.tally().plan();
    workers.execute(
        () -> {
          try {
            run(table, slice, chunk, size);
          } finally {
            room.release();
          }
        });
  }

  private void run(Prepared table, Slice slice, int chunk, ChunkSize size) {
    long begun = System.nanoTime();
    try {
      refuseToGoOn();
      SliceCheck.Outcome outcome = check.check(table.plan(), slice, table.tally().limit());
      table.tally().checked(chunk, outcome);
      size.took(outcome.rows(), (System.nanoTime() - begun) / 1e9);
      progress.checked(outcome);
    } catch (SQLException e) {
      table.tally().failed("a chunk cannot be read: " + SqlText.describe(e));
    } catch (IncompleteException e) {
      failed(table, e);
    } catch (RuntimeException e) {
      // The books must show it: a chunk that nobody finished is not a chunk that is equal.
      table.tally().failed("a chunk failed: " + e);
    }
  }

  @Override
  public void close() {
    workers.shutdownNow();
    beside.shutdownNow();
    try {
      workers.awaitTermination(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
