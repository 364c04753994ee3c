package io.wherry.source.tail;

import io.wherry.common.model.GtidSet;
import io.wherry.common.model.Position;
import io.wherry.common.mysql.TableFilter;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * Turns the events of the log into what {@link TailListener} is told, and stops with the place in
 * the log where one must not pass. Knows where the log has been read to. Owned by the tail's
 * thread.
 */
final class LogReader {
  private static final byte[] BEGIN = AsciiBuffer.ascii("BEGIN");
  private static final byte[] COMMIT = AsciiBuffer.ascii("COMMIT");
  private static final byte[] ROLLBACK = AsciiBuffer.ascii("ROLLBACK");
  private static final byte[] XA = AsciiBuffer.ascii("XA ");

  private final TailListener listener;
  private final TableMaps maps;
  private final RowsEvents rows;
  private final Statements statements;
  private final GtidEvents gtidEvents = new GtidEvents();
  private final XaBranches xa = new XaBranches();

  private GtidSet gtids;
  private LogPlace place = LogPlace.START;
  private String gtid;
  private boolean grouped;
  private boolean changed;

  LogReader(TableFilter filter, ServerFacts facts, GtidSet start, TailListener listener) {
    this.gtids = start;
    this.listener = listener;
    this.maps = new TableMaps(filter, facts.charsets(), new AsciiBuffer());
    this.rows = new RowsEvents(maps, listener);
    this.statements = new Statements(filter, facts);
  }

  /** The log goes on in another file, or the server says in which one it starts to send. */
  void rotate(String file) throws InterruptedException {
    guarded(() -> refuseOpen("the log file ends"));
    place = new LogPlace(file, 4);
    listener.idle(position());
  }

  /**
   * Takes the next event.
   *
   * @throws ConnectException where the log cannot be followed any further
   */
  void read(LogEvent event) throws InterruptedException {
    LogPlace before = place;
    place = place.endOf(event);
    try {
      dispatch(event);
    } catch (Refusal r) {
      throw new ConnectException(describe(r.getMessage(), before) + ". To go on: " + r.action());
    } catch (UnreadableEvent | UncheckedIOException e) {
      throw new ConnectException(
          describe(event + " cannot be read (" + e.getMessage() + ")", before)
              + ". To go on: "
              + Refusal.NEW_SNAPSHOT,
          e);
    }
  }

  private String describe(String what, LogPlace before) {
    String transaction = gtid == null ? "" : " in transaction " + gtid;
    return "the source's log at " + before + transaction + ": " + what;
  }

  private void dispatch(LogEvent event) throws InterruptedException {
    switch (event.type()) {
      case LogEventType.GTID, LogEventType.GTID_TAGGED -> begin(event);
      case LogEventType.TABLE_MAP -> tableMap(event);
      case LogEventType.WRITE_ROWS,
          LogEventType.UPDATE_ROWS,
          LogEventType.DELETE_ROWS,
          LogEventType.WRITE_ROWS_V1,
          LogEventType.UPDATE_ROWS_V1,
          LogEventType.DELETE_ROWS_V1 ->
          changed |= rows.tell(event);
      case LogEventType.XID -> commit();
      case LogEventType.QUERY -> query(event);
      case LogEventType.TRANSACTION_PAYLOAD -> unpack(event);
      case LogEventType.HEARTBEAT, LogEventType.HEARTBEAT_V2 -> idle();
      default -> dispatchRare(event);
    }
  }

  private void dispatchRare(LogEvent event) throws InterruptedException {
    switch (event.type()) {
      case LogEventType.XA_PREPARE -> {
        xa.prepared();
        commit();
      }
      case LogEventType.EXECUTE_LOAD_QUERY -> statement(event);
      case LogEventType.PARTIAL_UPDATE_ROWS -> rows.refusePartial(event);
      case LogEventType.ANONYMOUS_GTID ->
          throw Refusal.setting("a transaction has no GTID", "set gtid_mode=ON on the source");
      case LogEventType.DAMAGED ->
          throw Refusal.snapshot("an event of " + event.length() + " bytes has a wrong checksum");
      case LogEventType.INCIDENT ->
          throw Refusal.snapshot("the source reports an incident: changes may be missing from it");
      case LogEventType.STOP,
          LogEventType.INTVAR,
          LogEventType.RAND,
          LogEventType.USER_VAR,
          LogEventType.FORMAT_DESCRIPTION,
          LogEventType.IGNORABLE,
          LogEventType.ROWS_QUERY,
          LogEventType.PREVIOUS_GTIDS,
          LogEventType.TRANSACTION_CONTEXT,
          LogEventType.VIEW_CHANGE -> {}
      default -> {
        if (!event.ignorable()) {
          throw Refusal.snapshot("events of type " + event.type() + " are not supported");
        }
      }
    }
  }

  private void begin(LogEvent event) throws InterruptedException {
    refuseOpen("the next transaction begins");
    GtidEvents.Begin begin = gtidEvents.read(event);
    gtid = begin.gtid();
    listener.begin(begin.gtid(), begin.commitTimeMs());
  }

  private void refuseOpen(String meanwhile) {
    if (gtid != null) {
      throw Refusal.snapshot(meanwhile + " before this one ended");
    }
  }

  private void tableMap(LogEvent event) {
    TableMap map = maps.define(event);
    if (map.included() && xa.isOpen()) {
      throw Refusal.setting(
          "table " + map.id() + " is changed by an XA transaction",
          "keep XA away from the tables that are moved");
    }
  }

  private void query(LogEvent event) throws InterruptedException {
    QueryEvent query = QueryEvent.read(event);
    if (query.is(BEGIN)) {
      grouped = true;
    } else if (query.is(COMMIT)) {
      commit();
    } else if (query.startsWith(ROLLBACK)) {
      rollback(query);
    } else if (query.startsWith(XA)) {
      xa.statement(query.sql());
      grouped = xa.isOpen();
      endUngrouped();
    } else {
      statement(event);
    }
  }

  /** Only transactions with a non-transactional table in them are logged with a rollback. */
  private void rollback(QueryEvent query) throws InterruptedException {
    if (changed) {
      throw Refusal.setting(
          "row changes of a transaction are rolled back after they were logged",
          "keep the tables that are moved out of transactions with other engines than InnoDB");
    }
    if (query.is(ROLLBACK)) {
      commit();
    }
  }

  private void statement(LogEvent event) throws InterruptedException {
    Optional<Statement> statement = statements.read(event, gtid);
    if (statement.isPresent()) {
      listener.statement(statement.get());
    }
    endUngrouped();
  }

  /** A statement outside BEGIN is a transaction of its own. */
  private void endUngrouped() throws InterruptedException {
    if (!grouped) {
      commit();
    }
  }

  private void unpack(LogEvent event) throws InterruptedException {
    try (TransactionPayload payload = new TransactionPayload(event)) {
      for (LogEvent e = payload.next(); e != null; e = payload.next()) {
        dispatch(e);
      }
    }
  }

  private void commit() throws InterruptedException {
    if (gtid == null) {
      throw Refusal.setting("a transaction has no GTID", "set gtid_mode=ON on the source");
    }
    gtids = gtids.plus(gtid);
    gtid = null;
    grouped = false;
    changed = false;
    maps.forget();
    listener.commit(position());
  }

  private void idle() throws InterruptedException {
    if (gtid == null) {
      listener.idle(position());
    }
  }

  private Position position() {
    return new Position(gtids, place.file(), place.offset());
  }

  private void guarded(Runnable check) {
    try {
      check.run();
    } catch (Refusal r) {
      throw new ConnectException(describe(r.getMessage(), place) + ". To go on: " + r.action());
    }
  }
}
