package io.wherry.common.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing byte buffer that writes numbers as LEB128 and byte strings with their length. */
final class WireBuffer {
  private byte[] bytes;
  private int size;

  WireBuffer(int capacity) {
    bytes = new byte[capacity];
  }

  int size() {
    return size;
  }

  void writeByte(int value) {
    ensure(1);
    bytes[size++] = (byte) value;
  }

  /** Unsigned LEB128: seven bits a byte, lowest first. */
  void writeNumber(long value) {
    ensure(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[size++] = (byte) (rest & 0x7F | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
  }

  void writeBytes(byte[] value) {
    writeNumber(value.length);
    writeRaw(value);
  }

  void writeRaw(byte[] value) {
    ensure(value.length);
    System.arraycopy(value, 0, bytes, size, value.length);
    size += value.length;
  }

  void writeText(String value) {
    writeBytes(value.getBytes(StandardCharsets.UTF_8));
  }

  byte[] toByteArray() {
    return Arrays.copyOf(bytes, size);
  }

  private void ensure(int more) {
    if (bytes.length - size < more) {
      long wanted = Math.max((long) size + more, bytes.length * 2L);
      bytes = Arrays.copyOf(bytes, (int) Math.min(wanted, Integer.MAX_VALUE - 8));
    }
  }
}
