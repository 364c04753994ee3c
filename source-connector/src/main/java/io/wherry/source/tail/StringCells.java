package io.wherry.source.tail;

import java.util.Arrays;

/** Cells of CHAR, BINARY and everything that is stored with its length in front. */
final class StringCells {
  private StringCells() {}

  /** A value behind a length of this many bytes. */
  static Cell counted(int lengthBytes) {
    return in -> in.readBytes(length(in, lengthBytes));
  }

  /** BINARY(n): the log leaves trailing zeros out. */
  static Cell binary(int width) {
    int lengthBytes = width > 255 ? 2 : 1;
    return in -> {
      byte[] stored = in.readBytes(length(in, lengthBytes));
      return stored.length < width ? Arrays.copyOf(stored, width) : stored;
    };
  }

  private static int length(ByteCursor in, int lengthBytes) {
    return (int) in.readLittle(lengthBytes);
  }
}
