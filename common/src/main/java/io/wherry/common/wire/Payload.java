package io.wherry.common.wire;

import io.wherry.common.model.Columns;
import java.util.List;

/**
 * What a batch carries.
 *
 * @param columns of the rows in {@code data}; empty for kinds without rows
 * @param rows rows or row changes in {@code data}
 * @param data entries as {@link EntryWriter} or {@link Ddl} lay them out
 * @param sourceTimeMs commit time of the last transaction in it, epoch milliseconds; 0 if unknown
 * @param last of kind rows: this chunk completes the table's snapshot
 */
public record Payload(Columns columns, int rows, byte[] data, long sourceTimeMs, boolean last) {
  private static final Columns NONE = new Columns(List.of());

  /** No rows and no data. */
  public static Payload empty() {
    return new Payload(NONE, 0, new byte[0], 0, false);
  }

  /** A table definition or statement. */
  public static Payload of(Ddl ddl, long sourceTimeMs) {
    return new Payload(NONE, 0, ddl.toBytes(), sourceTimeMs, false);
  }
}
