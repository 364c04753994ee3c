package io.wherry.verify.compare;

import java.util.List;

/**
 * One row that is proven to differ.
 *
 * @param row its key with values, or its hash
 * @param kind how it differs
 * @param detail columns that differ or counts of equal rows; never other values
 */
record RowDifference(String row, Kind kind, List<String> detail) {
  enum Kind {
    MISSING("missing on the target"),
    EXTRA("only on the target"),
    DIFFERENT("different"),
    UNSETTLED("changed too often to be compared");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  @Override
  public String toString() {
    return row + " " + kind + (detail.isEmpty() ? "" : " (" + String.join(", ", detail) + ")");
  }
}
