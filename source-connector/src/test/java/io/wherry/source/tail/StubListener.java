package io.wherry.source.tail;

import io.wherry.common.model.Columns;
import io.wherry.common.model.GtidSet;
import io.wherry.common.model.Position;
import io.wherry.common.model.TableId;
import io.wherry.common.mysql.TableFilter;
import io.wherry.source.snapshot.SourceServer;

/** Keeps nothing but a failure; tests override what shall block or count. */
class StubListener implements TailListener {
  private static final int SERVER_ID = 69_999;

  private volatile RuntimeException failure;

  BinlogTail tail(GtidSet start) {
    return new BinlogTail(
        new TailSettings(SourceServer.root(), SERVER_ID, "stub"),
        TableFilter.parse("tail_it.*", "", ""),
        start,
        this);
  }

  RuntimeException failure() {
    return failure;
  }

  @Override
  public void begin(String gtid, long commitTimeMs) throws InterruptedException {}

  @Override
  public void change(TableId table, Columns columns, Change change) throws InterruptedException {}

  @Override
  public void statement(Statement statement) throws InterruptedException {}

  @Override
  public void commit(Position end) throws InterruptedException {}

  @Override
  public void idle(Position at) throws InterruptedException {}

  @Override
  public void failed(RuntimeException cause) {
    failure = cause;
  }
}
