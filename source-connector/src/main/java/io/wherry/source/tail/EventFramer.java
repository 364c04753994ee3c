package io.wherry.source.tail;

import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventData;
import com.github.shyiko.mysql.binlog.event.EventHeaderV4;
import com.github.shyiko.mysql.binlog.event.EventType;
import com.github.shyiko.mysql.binlog.event.RotateEventData;
import com.github.shyiko.mysql.binlog.event.deserialization.ChecksumType;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDeserializer;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.zip.CRC32;

/**
 * Cuts the client's stream into {@link LogEvent}s and checks their checksums; what is in them is
 * read later, by {@link LogReader}. Only ROTATE becomes the client's own type, because the client
 * follows it. Owned by the client's thread.
 */
final class EventFramer extends EventDeserializer {
  static final int HEADER = 19;
  private static final int CHECKSUM = 4;

  private int checksumLength;

  @Override
  @SuppressWarnings("deprecation")
  public void setChecksumType(ChecksumType type) {
    checksumLength = type.getLength();
  }

  @Override
  public Event nextEvent(ByteArrayInputStream in) throws IOException {
    byte[] head = in.read(HEADER);
    int length = (int) new ByteCursor(head, 9, 13).readLittle(4);
    if (length < HEADER) {
      throw new IOException("damaged event in the source's log: length " + length);
    }
    byte[] body = readBody(in, length - HEADER);
    LogEvent event = framed(head, body);
    EventData data = event.type() == LogEventType.ROTATE ? rotation(event.cursor()) : event;
    return new Event(header(event), data);
  }

  private static byte[] readBody(ByteArrayInputStream in, int length) throws IOException {
    try {
      return in.read(length);
    } catch (OutOfMemoryError e) {
      throw new IOException("an event of " + length + " bytes does not fit into memory", e);
    }
  }

  private LogEvent framed(byte[] head, byte[] body) {
    if ((head[4] & 0xFF) == LogEventType.FORMAT_DESCRIPTION) {
      checksumLength = body[body.length - CHECKSUM - 1] == 1 ? CHECKSUM : 0;
    } else if (checksumLength > 0 && !intact(head, body)) {
      return event(head, body, body.length - CHECKSUM).damaged();
    }
    return event(head, body, body.length - checksumLength);
  }

  /** Puts a header of 19 bytes and its body together. */
  static LogEvent event(byte[] head, byte[] body, int size) {
    ByteCursor in = new ByteCursor(head);
    long time = in.readLittle(4);
    int type = in.readByte();
    in.skip(4);
    long length = in.readLittle(4);
    long end = in.readLittle(4);
    return new LogEvent(type, (int) in.readLittle(2), time, length, end, body, size);
  }

  private static EventHeaderV4 header(LogEvent event) {
    EventType type = EventType.byEventNumber(event.type());
    EventHeaderV4 header = new EventHeaderV4();
    header.setEventType(type == null ? EventType.UNKNOWN : type);
    header.setTimestamp(event.timeSeconds() * 1000);
    header.setEventLength(event.length());
    header.setNextPosition(event.endOffset());
    header.setFlags(event.flags());
    return header;
  }

  private static RotateEventData rotation(ByteCursor in) {
    RotateEventData rotation = new RotateEventData();
    rotation.setBinlogPosition(in.readLittle(8));
    rotation.setBinlogFilename(in.readText(in.remaining()));
    return rotation;
  }

  private static boolean intact(byte[] head, byte[] body) {
    int covered = body.length - CHECKSUM;
    CRC32 sum = new CRC32();
    sum.update(head);
    sum.update(body, 0, covered);
    long stored = new ByteCursor(body, covered, body.length).readLittle(CHECKSUM);
    return stored == sum.getValue();
  }
}
