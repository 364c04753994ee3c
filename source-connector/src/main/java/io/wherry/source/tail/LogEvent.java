package io.wherry.source.tail;

import com.github.shyiko.mysql.binlog.event.EventData;

/**
 * One event of the log: its header and its body as bytes.
 *
 * @param type the event's number; see {@link LogEventType}
 * @param flags the header's flags
 * @param timeSeconds when the statement began, epoch seconds
 * @param length of the whole event in the log
 * @param endOffset the low 32 bits of the file offset behind it; 0 in events the server makes up
 * @param body what follows the header, the checksum last
 * @param size bytes of the body without its checksum
 */
record LogEvent(
    int type, int flags, long timeSeconds, long length, long endOffset, byte[] body, int size)
    implements EventData {
  private static final int IGNORABLE = 0x80;

  /** A reader of the body. */
  ByteCursor cursor() {
    return new ByteCursor(body, 0, size);
  }

  /** The same event, in the place of the one it is packed in. */
  LogEvent endingWith(LogEvent outer) {
    return new LogEvent(type, flags, timeSeconds, outer.length, outer.endOffset, body, size);
  }

  /** The same event, known to be damaged. */
  LogEvent damaged() {
    return new LogEvent(LogEventType.DAMAGED, 0, timeSeconds, length, endOffset, body, size);
  }

  /** Whether a reader that does not know the type may pass over it. */
  boolean ignorable() {
    return (flags & IGNORABLE) != 0;
  }

  /** No content: the client logs events in trouble. */
  @Override
  public String toString() {
    return "event type " + type + ", " + length + " bytes, ends at " + endOffset;
  }
}
