package io.wherry.source.tail;

import io.wherry.common.model.Row;

/**
 * Reads the rows of WRITE, UPDATE and DELETE events and tells them one by one; rows of tables we do
 * not move are not looked at. Owned by the tail's thread.
 */
final class RowsEvents {
  /** A number that stands for no table, in events that only end a statement. */
  private static final long NO_TABLE = 0xFFFFFF;

  private final TableMaps maps;
  private final TailListener listener;

  RowsEvents(TableMaps maps, TailListener listener) {
    this.maps = maps;
    this.listener = listener;
  }

  /** Tells every change of the event; returns whether there were any. */
  boolean tell(LogEvent event) throws InterruptedException {
    ByteCursor in = event.cursor();
    TableMap map = map(in.readLittle(6));
    if (!map.included()) {
      return false;
    }
    in.skip(2);
    if (event.type() >= LogEventType.WRITE_ROWS) {
      in.skip((int) in.readLittle(2) - 2);
    }
    readImage(event, map, in);
    while (in.hasMore()) {
      listener.change(map.id(), map.columns(), read(event.type(), map, in));
    }
    return true;
  }

  /** Refuses a partial JSON update of a table we move. */
  void refusePartial(LogEvent event) {
    TableMap map = map(event.cursor().readLittle(6));
    if (map.included()) {
      throw Refusal.setting(
          "an update of table " + map.id() + " is logged with partial JSON values",
          "set binlog_row_value_options='' for every client of the source");
    }
  }

  private TableMap map(long number) {
    TableMap map = maps.get(number);
    if (map != null) {
      return map;
    }
    if (number == NO_TABLE) {
      return TableMap.NONE;
    }
    throw Refusal.snapshot("a row event names table number " + number + " without describing it");
  }

  /** Which columns the images hold: an update has two of them. */
  private static void readImage(LogEvent event, TableMap map, ByteCursor in) {
    int columns = in.readPacked();
    boolean update =
        event.type() == LogEventType.UPDATE_ROWS || event.type() == LogEventType.UPDATE_ROWS_V1;
    int missing = missing(columns, in) + (update ? missing(columns, in) : 0);
    if (missing > 0 || columns != map.cells().length) {
      throw Refusal.setting(
          "row changes of table " + map.id() + " are logged without all columns",
          "set binlog_row_image=FULL for every client of the source");
    }
  }

  private static int missing(int columns, ByteCursor in) {
    int present = 0;
    for (int at = 0; at < columns; at += 8) {
      present += Integer.bitCount(in.readByte() & (1 << Math.min(8, columns - at)) - 1);
    }
    return columns - present;
  }

  private static Change read(int type, TableMap map, ByteCursor in) {
    return switch (type) {
      case LogEventType.WRITE_ROWS, LogEventType.WRITE_ROWS_V1 -> new Change(null, map.readRow(in));
      case LogEventType.DELETE_ROWS, LogEventType.DELETE_ROWS_V1 ->
          new Change(map.readRow(in), null);
      default -> {
        Row before = map.readRow(in);
        yield new Change(before, map.readRow(in));
      }
    };
  }
}
