package io.wherry.source.tail;

import io.wherry.common.model.Columns;
import io.wherry.common.model.Position;
import io.wherry.common.model.TableId;

/**
 * What the tail tells, in log order, on the tail's one thread. A call may block (that is the back
 * pressure) and may throw {@link InterruptedException} while the tail is being closed.
 */
public interface TailListener {

  /**
   * A transaction begins. Every transaction is told, also those that touch nothing we move.
   *
   * @param gtid {@code uuid:n} or {@code uuid:tag:n}
   * @param commitTimeMs original commit time, epoch milliseconds
   */
  void begin(String gtid, long commitTimeMs) throws InterruptedException;

  /**
   * A row of an included table changed. {@code columns} is the same object for equal table maps.
   */
  void change(TableId table, Columns columns, Change change) throws InterruptedException;

  /** A DDL statement that names an included table, or a database that could hold one. */
  void statement(Statement statement) throws InterruptedException;

  /** The transaction is complete; {@code end} includes it and lies just behind it. */
  void commit(Position end) throws InterruptedException;

  /** No transaction is open and the log has been read up to here (heartbeat, rotation). */
  void idle(Position at) throws InterruptedException;

  /**
   * The tail ended by itself, for good. Never called after close() was called.
   *
   * @param cause what to tell the user; a {@code RetriableException} if starting again from the
   *     last complete transaction may help (lost connection)
   */
  void failed(RuntimeException cause);
}
