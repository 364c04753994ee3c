package io.wherry.source.tail;

import java.nio.charset.StandardCharsets;

/**
 * Reads numbers and byte strings from a part of an array. Reading past its end is an {@link
 * UnreadableEvent}. Owned by one thread.
 */
final class ByteCursor {
  private final byte[] bytes;
  private final int limit;
  private int position;

  ByteCursor(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  ByteCursor(byte[] bytes, int from, int limit) {
    this.bytes = bytes;
    this.position = from;
    this.limit = limit;
  }

  int position() {
    return position;
  }

  int remaining() {
    return limit - position;
  }

  boolean hasMore() {
    return position < limit;
  }

  /** The byte at an absolute index, as it is stored. */
  byte at(int index) {
    return bytes[index];
  }

  void skip(int count) {
    need(count);
    position += count;
  }

  int readByte() {
    need(1);
    return bytes[position++] & 0xFF;
  }

  byte[] readBytes(int count) {
    need(count);
    byte[] copy = new byte[count];
    System.arraycopy(bytes, position, copy, 0, count);
    position += count;
    return copy;
  }

  /** An unsigned number of up to eight bytes, lowest byte first. */
  long readLittle(int count) {
    need(count);
    long value = 0;
    for (int i = 0; i < count; i++) {
      value |= (bytes[position++] & 0xFFL) << (8 * i);
    }
    return value;
  }

  /** An unsigned number of up to eight bytes, highest byte first. */
  long readBig(int count) {
    need(count);
    long value = 0;
    for (int i = 0; i < count; i++) {
      value = value << 8 | bytes[position++] & 0xFF;
    }
    return value;
  }

  /** A length-encoded number, as the server's protocol packs it. */
  int readPacked() {
    int first = readByte();
    long value =
        switch (first) {
          case 252 -> readLittle(2);
          case 253 -> readLittle(3);
          case 254 -> readLittle(8);
          default -> first;
        };
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw new UnreadableEvent("length " + value);
    }
    return (int) value;
  }

  /** A cursor over the next bytes, which this one steps over. */
  ByteCursor slice(int count) {
    need(count);
    ByteCursor part = new ByteCursor(bytes, position, position + count);
    position += count;
    return part;
  }

  /** A cursor between two absolute indexes of the same array; this one does not move. */
  ByteCursor window(int from, int to) {
    if (from < 0 || to < from || to > limit) {
      throw new UnreadableEvent(from + " to " + to + ", the end is at " + limit);
    }
    return new ByteCursor(bytes, from, to);
  }

  /** The next bytes as UTF-8. */
  String readText(int count) {
    need(count);
    String text = new String(bytes, position, count, StandardCharsets.UTF_8);
    position += count;
    return text;
  }

  private void need(int count) {
    if (count < 0 || count > limit - position) {
      throw new UnreadableEvent(
          count + " bytes wanted at " + position + ", the end is at " + limit);
    }
  }
}
