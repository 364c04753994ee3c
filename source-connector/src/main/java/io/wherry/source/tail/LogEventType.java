package io.wherry.source.tail;

/** Numbers of binary log events, as the server's source names them. */
final class LogEventType {
  /** Ours: the checksum does not fit. */
  static final int DAMAGED = -1;

  static final int QUERY = 2;
  static final int STOP = 3;
  static final int ROTATE = 4;
  static final int INTVAR = 5;
  static final int RAND = 13;
  static final int USER_VAR = 14;
  static final int FORMAT_DESCRIPTION = 15;
  static final int XID = 16;
  static final int EXECUTE_LOAD_QUERY = 18;
  static final int TABLE_MAP = 19;
  static final int WRITE_ROWS_V1 = 23;
  static final int UPDATE_ROWS_V1 = 24;
  static final int DELETE_ROWS_V1 = 25;
  static final int INCIDENT = 26;
  static final int HEARTBEAT = 27;
  static final int IGNORABLE = 28;
  static final int ROWS_QUERY = 29;
  static final int WRITE_ROWS = 30;
  static final int UPDATE_ROWS = 31;
  static final int DELETE_ROWS = 32;
  static final int GTID = 33;
  static final int ANONYMOUS_GTID = 34;
  static final int PREVIOUS_GTIDS = 35;
  static final int TRANSACTION_CONTEXT = 36;
  static final int VIEW_CHANGE = 37;
  static final int XA_PREPARE = 38;
  static final int PARTIAL_UPDATE_ROWS = 39;
  static final int TRANSACTION_PAYLOAD = 40;
  static final int HEARTBEAT_V2 = 41;
  static final int GTID_TAGGED = 42;

  private LogEventType() {}
}
