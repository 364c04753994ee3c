package io.wherry.source.tail;

import java.util.Arrays;

/**
 * A QUERY event: a statement with what the session it ran in looked like.
 *
 * @param database default database, empty if none
 * @param sql the statement's bytes as the client sent them
 * @param variables the encoded status variables; see {@link SessionVariables}
 */
record QueryEvent(String database, byte[] sql, ByteCursor variables) {
  private static final int LOAD_QUERY_BYTES = 13;

  static QueryEvent read(LogEvent event) {
    ByteCursor in = event.cursor();
    in.skip(8);
    int databaseLength = in.readByte();
    in.skip(2);
    int variableBytes = (int) in.readLittle(2);
    if (event.type() == LogEventType.EXECUTE_LOAD_QUERY) {
      in.skip(LOAD_QUERY_BYTES);
    }
    ByteCursor variables = in.slice(variableBytes);
    String database = in.readText(databaseLength);
    in.skip(1);
    return new QueryEvent(database, in.readBytes(in.remaining()), variables);
  }

  /** Whether the statement is exactly this one; the server writes its own ones so. */
  boolean is(byte[] statement) {
    return Arrays.equals(sql, statement);
  }

  /** Whether the statement starts with these bytes. */
  boolean startsWith(byte[] words) {
    return sql.length >= words.length
        && Arrays.equals(sql, 0, words.length, words, 0, words.length);
  }
}
