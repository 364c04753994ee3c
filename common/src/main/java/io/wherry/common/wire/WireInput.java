package io.wherry.common.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.connect.errors.DataException;

/** Reads what {@link WireBuffer} wrote. Every read past the end is a {@link DataException}. */
final class WireInput {
  private final byte[] bytes;
  private int at;

  WireInput(byte[] bytes) {
    this.bytes = bytes;
  }

  boolean hasMore() {
    return at < bytes.length;
  }

  int readByte() {
    need(1);
    return bytes[at++] & 0xFF;
  }

  long readNumber() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int b = readByte();
      value |= (long) (b & 0x7F) << shift;
      if (b < 0x80) {
        return value;
      }
    }
    throw new DataException("batch data: a number of more than 64 bits at byte " + at);
  }

  byte[] readBytes() {
    long length = readNumber();
    if (length < 0 || length > bytes.length - at) {
      throw new DataException("batch data: cut off at byte " + at + " of " + bytes.length);
    }
    return readRaw((int) length);
  }

  byte[] readRaw(int length) {
    need(length);
    at += length;
    return Arrays.copyOfRange(bytes, at - length, at);
  }

  String readText() {
    return new String(readBytes(), StandardCharsets.UTF_8);
  }

  private void need(int length) {
    if (length > bytes.length - at) {
      throw new DataException("batch data: cut off at byte " + at + " of " + bytes.length);
    }
  }
}
