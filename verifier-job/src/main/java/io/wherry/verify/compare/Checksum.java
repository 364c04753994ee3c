package io.wherry.verify.compare;

import io.wherry.verify.table.RowText;
import java.math.BigInteger;

/**
 * What a server says of a slice.
 *
 * @param count of rows
 * @param sum of the rows' hashes
 */
record Checksum(long count, BigInteger sum) {
  private static final BigInteger POISON = new BigInteger(RowText.POISON);

  /** Whether every row had a hash; else the sum proves nothing. */
  boolean proves() {
    return sum.compareTo(POISON) < 0;
  }
}
