package io.wherry.common.wire;

import io.wherry.common.model.Columns;
import io.wherry.common.model.Row;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.kafka.connect.errors.DataException;

/** Reads batch data in order. Damaged data is a {@link DataException}, never a wrong row. */
public final class EntryReader {
  private final WireInput in;
  private final int width;
  private final int[] identity;

  public EntryReader(Payload payload) {
    Columns columns = payload.columns();
    this.in = new WireInput(payload.data());
    this.width = columns.size();
    this.identity = columns.identity();
  }

  /** All rows of a batch of kind rows. */
  public static List<Row> rows(Payload payload) {
    EntryReader reader = new EntryReader(payload);
    List<Row> rows = new ArrayList<>(payload.rows());
    while (reader.hasMore()) {
      rows.add(reader.readRow(reader.width));
    }
    if (rows.size() != payload.rows()) {
      throw new DataException(
          "batch says " + payload.rows() + " rows, its data holds " + rows.size());
    }
    return rows;
  }

  public boolean hasMore() {
    return in.hasMore();
  }

  /** The next item of a batch of kind changes. */
  public Entry next() {
    int tag = in.readByte();
    return switch (tag) {
      case EntryWriter.TRANSACTION -> new Entry.Transaction(in.readText(), in.readNumber());
      case EntryWriter.INSERT -> new Entry.Insert(readRow(width));
      case EntryWriter.UPDATE -> {
        BitSet changed = BitSet.valueOf(in.readRaw((width + 7) / 8));
        Row after = readRow(width);
        yield new Entry.Update(after.pick(identity), changed, after);
      }
      case EntryWriter.UPDATE_MOVED -> {
        Row before = readRow(identity.length);
        yield new Entry.Update(before, BitSet.valueOf(in.readRaw((width + 7) / 8)), readRow(width));
      }
      case EntryWriter.DELETE -> new Entry.Delete(readRow(identity.length));
      default -> throw new DataException("batch data: unknown entry " + tag);
    };
  }

  private Row readRow(int columns) {
    byte[] nulls = in.readRaw((columns + 7) / 8);
    byte[][] values = new byte[columns][];
    for (int i = 0; i < columns; i++) {
      if ((nulls[i / 8] >> i % 8 & 1) == 0) {
        values[i] = in.readBytes();
      }
    }
    return new Row(values);
  }
}
