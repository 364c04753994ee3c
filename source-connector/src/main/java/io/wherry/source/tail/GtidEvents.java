package io.wherry.source.tail;

import com.github.shyiko.mysql.binlog.event.GtidTaggedEventData;
import com.github.shyiko.mysql.binlog.event.deserialization.GtidTaggedEventDataDeserializer;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Reads the event that opens a transaction: its GTID and when it was committed first. Owned by the
 * tail's thread.
 */
final class GtidEvents {
  private static final int LOGICAL_CLOCK = 2;
  private static final int CLOCK_BYTES = 16;
  private static final int TIME_BYTES = 7;
  private static final long TWO_TIMES = 1L << 55;
  private static final int UUID_BYTES = 16;

  private final GtidTaggedEventDataDeserializer tagged = new GtidTaggedEventDataDeserializer();
  private byte[] lastUuid = new byte[0];
  private String lastPrefix = "";

  /**
   * How a transaction begins.
   *
   * @param gtid {@code uuid:n} or {@code uuid:tag:n}
   * @param commitTimeMs original commit time, epoch milliseconds
   */
  record Begin(String gtid, long commitTimeMs) {}

  Begin read(LogEvent event) {
    return event.type() == LogEventType.GTID_TAGGED ? readTagged(event) : readPlain(event);
  }

  private Begin readPlain(LogEvent event) {
    ByteCursor in = event.cursor();
    in.skip(1);
    String prefix = prefix(in.readBytes(UUID_BYTES));
    String gtid = prefix + in.readLittle(8);
    if (in.remaining() < 1 + CLOCK_BYTES + TIME_BYTES || in.readByte() != LOGICAL_CLOCK) {
      return new Begin(gtid, event.timeSeconds() * 1000);
    }
    in.skip(CLOCK_BYTES);
    long micros = in.readLittle(TIME_BYTES);
    if ((micros & TWO_TIMES) != 0) {
      micros = in.readLittle(TIME_BYTES);
    }
    return new Begin(gtid, micros / 1000);
  }

  /** Most transactions in a row come from one server. */
  private String prefix(byte[] uuid) {
    if (!Arrays.equals(uuid, lastUuid)) {
      String hex = HexFormat.of().formatHex(uuid);
      lastUuid = uuid;
      lastPrefix =
          String.join(
              "-",
              hex.substring(0, 8),
              hex.substring(8, 12),
              hex.substring(12, 16),
              hex.substring(16, 20),
              hex.substring(20) + ":");
    }
    return lastPrefix;
  }

  private Begin readTagged(LogEvent event) {
    try {
      byte[] body = Arrays.copyOf(event.body(), event.size());
      GtidTaggedEventData data = tagged.deserialize(new ByteArrayInputStream(body));
      return new Begin(data.getMySqlGtid().toString(), data.getOriginalCommitTimestamp() / 1000);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
