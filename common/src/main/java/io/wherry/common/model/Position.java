package io.wherry.common.model;

import java.util.Objects;

/**
 * A place in the source's log between two transactions.
 *
 * @param gtids every transaction before this place
 * @param file binary log file name
 * @param offset byte offset in the file, just behind the last transaction
 */
public record Position(GtidSet gtids, String file, long offset) {

  public Position {
    Objects.requireNonNull(gtids, "gtids");
    Objects.requireNonNull(file, "file");
  }

  /**
   * Whether this place is at or behind {@code mark} in the same server's log. File names are
   * ordered by their number, then the offset counts.
   */
  public boolean reached(String markFile, long markOffset) {
    int byFile = Long.compare(fileNumber(file), fileNumber(markFile));
    return byFile != 0 ? byFile > 0 : offset >= markOffset;
  }

  private static long fileNumber(String name) {
    int dot = name.lastIndexOf('.');
    return Long.parseLong(name.substring(dot + 1));
  }

  @Override
  public String toString() {
    return file + ":" + offset + " (" + gtids + ")";
  }
}
