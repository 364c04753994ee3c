package io.wherry.common.model;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The identity of a row as a hash key. Equal for equal stored bytes, whichever path read them: the
 * one kind whose text is not unique, {@link ValueKind#REAL}, is compared by its bits.
 *
 * <p>A key rewritten only in case or accent has two {@code RowKey}s although the collation calls
 * them one. That is safe because every change carries its exact before image, so both spellings are
 * seen; what must come first is said where keys are used.
 */
public final class RowKey {
  private final byte[][] parts;
  private final int hash;

  private RowKey(byte[][] parts) {
    this.parts = parts;
    this.hash = Arrays.deepHashCode(parts);
  }

  /** The key of a full row image. */
  public static RowKey of(Row row, Columns columns) {
    int[] key = columns.identity();
    return ofIdentity(row.pick(key), columns);
  }

  /** The key of a row image that holds only the identity columns, in identity order. */
  public static RowKey ofIdentity(Row identity, Columns columns) {
    int[] key = columns.identity();
    byte[][] parts = identity.values().clone();
    for (int i = 0; i < parts.length; i++) {
      if (parts[i] != null && columns.get(key[i]).kind() == ValueKind.REAL) {
        parts[i] = canonicalReal(parts[i]);
      }
    }
    return new RowKey(parts);
  }

  private static byte[] canonicalReal(byte[] text) {
    double value = Double.parseDouble(new String(text, StandardCharsets.US_ASCII));
    return Double.toString(value).getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowKey key && hash == key.hash && Arrays.deepEquals(parts, key.parts);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
