package io.wherry.source.tail;

import static org.assertj.core.api.Assertions.assertThat;

import io.wherry.common.model.Columns;
import io.wherry.common.model.GtidSet;
import io.wherry.common.model.Position;
import io.wherry.common.model.TableId;
import io.wherry.source.snapshot.SourceServer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Prints how fast a backlog is read; asserts only that all of it arrives. */
class TailSpeedIT {
  private static final int TRANSACTIONS = Integer.getInteger("wherry.speed.transactions", 5_000);
  private static final int ROWS = Integer.getInteger("wherry.speed.rows", 50_000);

  @Test
  void readsABacklog() throws Exception {
    SourceServer.execute(
        "DROP DATABASE IF EXISTS tail_it",
        "CREATE DATABASE tail_it",
        "SET GLOBAL sync_binlog = 0, GLOBAL innodb_flush_log_at_trx_commit = 2",
        "CREATE TABLE tail_it.s (id INT PRIMARY KEY, a BIGINT, b DECIMAL(12,2), c DATETIME(3),"
            + " d VARCHAR(100), e CHAR(40), f DOUBLE, g TIMESTAMP NULL)",
        "CREATE PROCEDURE tail_it.fill(n INT) BEGIN DECLARE i INT DEFAULT 0; WHILE i < n DO"
            + " INSERT INTO tail_it.s VALUES (i, i * 1000, i / 100, NOW(3), REPEAT('d', 80),"
            + " 'eeeeeeeeee', i / 7, NOW()); SET i = i + 1; END WHILE; END");
    GtidSet before = TailEvents.executed();
    SourceServer.execute("CALL tail_it.fill(" + TRANSACTIONS + ")");
    measure("single-row transactions", before, TRANSACTIONS);
    GtidSet then = TailEvents.executed();
    SourceServer.execute(
        "SET SESSION cte_max_recursion_depth = 10000000",
        "INSERT INTO tail_it.s SELECT n, n, n / 100, NOW(3), REPEAT('d', 80), 'eeeeeeeeee', n / 7,"
            + " NOW() FROM (WITH RECURSIVE q(n) AS (SELECT 10000000 UNION ALL SELECT n + 1 FROM q"
            + " WHERE n < 10000000 + "
            + (ROWS - 1)
            + ") SELECT n FROM q) x");
    measure("rows of one transaction", then, ROWS);
  }

  private static void measure(String what, GtidSet from, int expected) throws Exception {
    GtidSet all = TailEvents.executed();
    Counter counter = new Counter(all);
    BinlogTail tail = counter.tail(from);
    long start = System.nanoTime();
    tail.start();
    assertThat(counter.done.await(120, TimeUnit.SECONDS)).isTrue();
    double seconds = (counter.last - counter.first) / 1e9;
    tail.close();
    assertThat(counter.changes).isEqualTo(expected);
    System.out.printf(
        "%d %s in %.2f s: %.0f/s (%.2f s after start)%n",
        expected, what, seconds, expected / seconds, (counter.first - start) / 1e9);
  }

  private static final class Counter extends StubListener {
    private final CountDownLatch done = new CountDownLatch(1);
    private final GtidSet end;
    private long first;
    private long last;
    private int changes;

    Counter(GtidSet end) {
      this.end = end;
    }

    @Override
    public void begin(String gtid, long commitTimeMs) {
      if (first == 0) {
        first = System.nanoTime();
      }
    }

    @Override
    public void change(TableId table, Columns columns, Change change) {
      changes++;
    }

    @Override
    public void idle(Position at) {
      if (changes > 0 && end.isSubsetOf(at.gtids())) {
        done.countDown();
      }
    }

    @Override
    public void commit(Position at) {
      last = System.nanoTime();
    }
  }
}
