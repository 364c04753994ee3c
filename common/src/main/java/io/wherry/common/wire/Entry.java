package io.wherry.common.wire;

import io.wherry.common.model.Row;
import java.util.BitSet;

/** One item of the data of a changes batch. */
public sealed interface Entry {

  /** The changes behind it belong to this transaction, counted from {@code sequence}. */
  record Transaction(String gtid, long sequence) implements Entry {}

  record Insert(Row after) implements Entry {}

  /**
   * A row got new values.
   *
   * @param before the identity columns of the old image, in identity order
   * @param changed indexes of the columns whose bytes differ
   * @param after the full new image
   */
  record Update(Row before, BitSet changed, Row after) implements Entry {}

  /** A row went; {@code before} holds its identity columns, in identity order. */
  record Delete(Row before) implements Entry {}
}
