package io.wherry.common.model;

/**
 * One row image: a byte array a column, null for NULL, in the order of its {@link Columns}. The
 * arrays are shared, never changed.
 */
public record Row(byte[][] values) {

  /** The values at these column indexes. */
  public Row pick(int[] indexes) {
    byte[][] picked = new byte[indexes.length][];
    for (int i = 0; i < indexes.length; i++) {
      picked[i] = values[indexes[i]];
    }
    return new Row(picked);
  }

  public byte[] get(int index) {
    return values[index];
  }

  public int size() {
    return values.length;
  }

  /** Bytes of all values together; what memory bounds count. */
  public long bytes() {
    long sum = 16;
    for (byte[] value : values) {
      sum += value == null ? 8 : value.length + 24;
    }
    return sum;
  }
}
