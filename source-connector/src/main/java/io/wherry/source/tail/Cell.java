package io.wherry.source.tail;

/** Reads the values of one column from row images. Owned by the tail's thread. */
@FunctionalInterface
interface Cell {

  /** The next value as the server's text protocol would send it; the cursor ends behind it. */
  byte[] read(ByteCursor in);
}
