package io.wherry.common.wire;

import io.wherry.common.model.Columns;
import io.wherry.common.model.Row;
import java.util.Arrays;

/**
 * Lays rows and changes of one column list out as batch data. Used by one thread. The layout is
 * specified in {@code common/README.md}.
 */
public final class EntryWriter {
  static final int TRANSACTION = 1;
  static final int INSERT = 2;
  static final int UPDATE = 3;
  static final int UPDATE_MOVED = 4;
  static final int DELETE = 5;

  private final int[] identity;
  private final boolean keyed;
  private final WireBuffer out = new WireBuffer(1 << 12);
  private int rows;

  public EntryWriter(Columns columns) {
    this.identity = columns.identity();
    this.keyed = columns.keyed();
  }

  /** A row of a snapshot chunk. Chunks hold nothing else. */
  public void row(Row row) {
    writeRow(row);
    rows++;
  }

  /** The changes that follow belong to this transaction; the first of them has this sequence. */
  public void transaction(String gtid, long sequence) {
    out.writeByte(TRANSACTION);
    out.writeText(gtid);
    out.writeNumber(sequence);
  }

  public void insert(Row after) {
    out.writeByte(INSERT);
    writeRow(after);
    rows++;
  }

  /** Full images of the row before and after. */
  public void update(Row before, Row after) {
    Row old = before.pick(identity);
    boolean moved = !keyed || !sameValues(old, after.pick(identity));
    out.writeByte(moved ? UPDATE_MOVED : UPDATE);
    if (moved) {
      writeRow(old);
    }
    writeChanged(before, after);
    writeRow(after);
    rows++;
  }

  /** The full image of the row that went. */
  public void delete(Row before) {
    out.writeByte(DELETE);
    writeRow(before.pick(identity));
    rows++;
  }

  public int rows() {
    return rows;
  }

  /** Bytes so far. */
  public int size() {
    return out.size();
  }

  public byte[] toByteArray() {
    return out.toByteArray();
  }

  private static boolean sameValues(Row a, Row b) {
    return Arrays.deepEquals(a.values(), b.values());
  }

  private void writeChanged(Row before, Row after) {
    byte[] changed = new byte[(after.size() + 7) / 8];
    for (int i = 0; i < after.size(); i++) {
      if (!Arrays.equals(before.get(i), after.get(i))) {
        changed[i / 8] |= (byte) (1 << i % 8);
      }
    }
    out.writeRaw(changed);
  }

  private void writeRow(Row row) {
    byte[] nulls = new byte[(row.size() + 7) / 8];
    for (int i = 0; i < row.size(); i++) {
      if (row.get(i) == null) {
        nulls[i / 8] |= (byte) (1 << i % 8);
      }
    }
    out.writeRaw(nulls);
    for (byte[] value : row.values()) {
      if (value != null) {
        out.writeBytes(value);
      }
    }
  }
}
