package io.wherry.source.tail;

import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * The events inside a compressed transaction, unpacked one at a time so that a large transaction
 * does not have to fit in memory. Owned by the tail's thread.
 */
final class TransactionPayload implements AutoCloseable {
  private static final int END_OF_FIELDS = 0;
  private static final int SIZE = 1;
  private static final int COMPRESSION = 2;
  private static final int ZSTD = 0;
  private static final int NONE = 255;

  private final LogEvent outer;
  private final InputStream in;

  TransactionPayload(LogEvent outer) {
    this.outer = outer;
    ByteCursor fields = outer.cursor();
    int compression = NONE;
    int size = -1;
    for (int type = fields.readPacked(); type != END_OF_FIELDS; type = fields.readPacked()) {
      ByteCursor field = fields.slice(fields.readPacked());
      switch (type) {
        case SIZE -> size = field.readPacked();
        case COMPRESSION -> compression = field.readPacked();
        default -> {}
      }
    }
    if (size < 0 || size > fields.remaining()) {
      throw new UnreadableEvent("payload of " + size + " bytes");
    }
    in = open(new ByteArrayInputStream(outer.body(), fields.position(), size), compression);
  }

  private static InputStream open(InputStream packed, int compression) {
    try {
      return switch (compression) {
        case ZSTD -> new ZstdInputStream(packed);
        case NONE -> packed;
        default ->
            throw Refusal.setting(
                "a transaction is compressed in the unknown way " + compression,
                "set binlog_transaction_compression=OFF on the source");
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The next event, or null behind the last; it ends where the whole transaction ends. */
  LogEvent next() {
    try {
      byte[] head = in.readNBytes(EventFramer.HEADER);
      if (head.length == 0) {
        return null;
      }
      int length = (int) new ByteCursor(head, 9, 13).readLittle(4);
      byte[] body = in.readNBytes(length - EventFramer.HEADER);
      return EventFramer.event(head, body, body.length).endingWith(outer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
