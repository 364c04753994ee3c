package io.wherry.source.tail;

import io.wherry.common.model.Columns;
import io.wherry.common.model.GtidSet;
import io.wherry.common.model.Position;
import io.wherry.common.model.TableId;
import io.wherry.common.mysql.ServerAddress;
import io.wherry.common.mysql.TableFilter;
import io.wherry.source.snapshot.SourceServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A tail, all it told, and ways to wait for what is expected of it. */
final class TailEvents implements TailListener, AutoCloseable {
  private static final AtomicLong SERVER_IDS = new AtomicLong(70_000);
  private static final long PATIENCE_SECONDS = 60;

  /** One thing the tail told. */
  sealed interface Told {}

  record Begun(String gtid, long commitTimeMs) implements Told {}

  record Changed(TableId table, Columns columns, Change change) implements Told {}

  record Stated(io.wherry.source.tail.Statement statement) implements Told {}

  record Committed(Position end) implements Told {}

  record Idle(Position at) implements Told {}

  record Failed(RuntimeException cause) implements Told {}

  private final BlockingQueue<Told> told = new LinkedBlockingQueue<>();
  private final BinlogTail tail;

  @Override
  public void begin(String gtid, long commitTimeMs) {
    told.add(new Begun(gtid, commitTimeMs));
  }

  @Override
  public void change(TableId table, Columns columns, Change change) {
    told.add(new Changed(table, columns, change));
  }

  @Override
  public void statement(io.wherry.source.tail.Statement statement) {
    told.add(new Stated(statement));
  }

  @Override
  public void commit(Position end) {
    told.add(new Committed(end));
  }

  @Override
  public void idle(Position at) {
    told.add(new Idle(at));
  }

  @Override
  public void failed(RuntimeException cause) {
    told.add(new Failed(cause));
  }

  /** A tail of tables of a server, not started. */
  static TailEvents of(ServerAddress address, String tables, GtidSet start) {
    return new TailEvents(address, TableFilter.parse(tables, "", ""), start);
  }

  /** A tail of tables of the test server from a GTID set on, started. */
  static TailEvents follow(String tables, GtidSet start) throws InterruptedException {
    TailEvents events = of(SourceServer.root(), tables, start);
    events.tail.start();
    return events;
  }

  private TailEvents(ServerAddress address, TableFilter filter, GtidSet start) {
    TailSettings settings = new TailSettings(address, SERVER_IDS.incrementAndGet(), "test");
    tail = new BinlogTail(settings, filter, start, this);
  }

  BinlogTail tail() {
    return tail;
  }

  @Override
  public void close() {
    tail.close();
  }

  Told next() throws InterruptedException {
    Told next = told.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("the tail told nothing for " + PATIENCE_SECONDS + " s");
    }
    return next;
  }

  /** All that is told up to the next of this kind, which comes last. */
  <T extends Told> List<Told> upTo(Class<T> kind) throws InterruptedException {
    List<Told> seen = new ArrayList<>();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    do {
      seen.add(next());
      if (System.nanoTime() > deadline) {
        throw new AssertionError("the tail told no " + kind.getSimpleName());
      }
      if (kind != Failed.class && seen.get(seen.size() - 1) instanceof Failed failed) {
        throw new AssertionError("the tail failed", failed.cause());
      }
    } while (!kind.isInstance(seen.get(seen.size() - 1)));
    return seen;
  }

  <T extends Told> T wait(Class<T> kind) throws InterruptedException {
    List<Told> seen = upTo(kind);
    return kind.cast(seen.get(seen.size() - 1));
  }

  /** All that is told up to the first idle sign behind these transactions. */
  List<Told> upTo(GtidSet gtids) throws InterruptedException {
    List<Told> seen = new ArrayList<>();
    while (true) {
      List<Told> more = upTo(Idle.class);
      seen.addAll(more);
      if (gtids.isSubsetOf(((Idle) more.get(more.size() - 1)).at().gtids())) {
        return seen;
      }
    }
  }

  static List<Changed> changes(List<Told> seen) {
    return seen.stream().filter(Changed.class::isInstance).map(Changed.class::cast).toList();
  }

  /** gtid_executed of the test server. */
  static GtidSet executed() throws SQLException {
    return GtidSet.parse(ask("SELECT @@GLOBAL.gtid_executed"));
  }

  static String ask(String sql) throws SQLException {
    try (Connection connection = SourceServer.root().connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }
}
