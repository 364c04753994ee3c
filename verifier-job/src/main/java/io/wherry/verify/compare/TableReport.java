package io.wherry.verify.compare;

import java.util.List;

/**
 * What was proven of one table.
 *
 * @param table its name, with the target's where it is another
 * @param verdict from the chunks
 * @param rows of the source that were compared
 * @param chunks how many there are
 * @param found rows that differ
 * @param structure tables and columns that are not there on both sides
 * @param problems why a part was not compared
 */
public record TableReport(
    String table,
    Verdict verdict,
    long rows,
    Chunks chunks,
    Differences found,
    List<String> structure,
    List<String> problems) {

  /** Chunks of the table; it is compared when both numbers are the same and not zero. */
  public record Chunks(int planned, int checked) {}

  /** Whether a part of it was not compared, whatever was found in the rest. */
  boolean partial() {
    return !problems.isEmpty()
        || found.unsettled() > 0
        || structure.isEmpty() && chunks.planned() != chunks.checked();
  }
}
