package io.wherry.source.tail;

/**
 * A place in the source's log files.
 *
 * @param file file name, empty before the server named one
 * @param offset byte offset; events carry only its low 32 bits
 */
record LogPlace(String file, long offset) {
  static final LogPlace START = new LogPlace("", 4);

  private static final long WRAP = 1L << 32;

  /** Where an event ends; unchanged by events that the server made up. Never goes back. */
  LogPlace endOf(LogEvent event) {
    if (event.endOffset() == 0) {
      return this;
    }
    long end = offset / WRAP * WRAP + event.endOffset();
    if (end < offset - WRAP / 2) {
      end += WRAP;
    }
    return end > offset ? new LogPlace(file, end) : this;
  }

  @Override
  public String toString() {
    return file + ":" + offset;
  }
}
