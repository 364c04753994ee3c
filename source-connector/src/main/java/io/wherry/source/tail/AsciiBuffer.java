package io.wherry.source.tail;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Grows a value's text byte by byte; used again for each value so that only the result is garbage.
 * Owned by one thread.
 */
final class AsciiBuffer {
  private static final byte[] SMALLEST = ascii(Long.toString(Long.MIN_VALUE));

  private byte[] bytes = new byte[256];
  private int size;

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  void clear() {
    size = 0;
  }

  int size() {
    return size;
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }

  AsciiBuffer add(char c) {
    ensure(1);
    bytes[size++] = (byte) c;
    return this;
  }

  AsciiBuffer add(String ascii) {
    ensure(ascii.length());
    for (int i = 0; i < ascii.length(); i++) {
      bytes[size++] = (byte) ascii.charAt(i);
    }
    return this;
  }

  AsciiBuffer add(byte[] source) {
    ensure(source.length);
    System.arraycopy(source, 0, bytes, size, source.length);
    size += source.length;
    return this;
  }

  AsciiBuffer addZeros(int count) {
    ensure(count);
    Arrays.fill(bytes, size, size + count, (byte) '0');
    size += count;
    return this;
  }

  /** A signed number. */
  AsciiBuffer addNumber(long value) {
    if (value == Long.MIN_VALUE) {
      return add(SMALLEST);
    }
    if (value < 0) {
      add('-');
    }
    return addDigits(Math.abs(value), 1);
  }

  /** A number that uses all 64 bits. */
  AsciiBuffer addUnsigned(long value) {
    if (value >= 0) {
      return addDigits(value, 1);
    }
    long tens = Long.divideUnsigned(value, 10);
    return addDigits(tens, 1).add((char) ('0' + (value - tens * 10)));
  }

  /** A number that is not negative, with zeros in front up to this width. */
  AsciiBuffer addDigits(long value, int width) {
    int digits = Math.max(width, length(value));
    ensure(digits);
    long rest = value;
    for (int at = size + digits - 1; at >= size; at--) {
      bytes[at] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    size += digits;
    return this;
  }

  private static int length(long value) {
    int length = 1;
    for (long rest = value; rest >= 10; rest /= 10) {
      length++;
    }
    return length;
  }

  private void ensure(int more) {
    if (bytes.length - size < more) {
      long wanted = Math.max((long) size + more, bytes.length * 2L);
      bytes = Arrays.copyOf(bytes, (int) Math.min(wanted, Integer.MAX_VALUE - 8));
    }
  }
}
