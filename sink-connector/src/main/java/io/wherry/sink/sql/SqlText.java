package io.wherry.sink.sql;

import io.wherry.common.model.TableId;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.connect.errors.DataException;

/**
 * Statement text under construction, as bytes. What comes from outside enters only by methods that
 * quote or escape it, so neither names nor values can end the token they stand in. Used by one
 * thread.
 */
final class SqlText {
  private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);
  private static final int COUNTED = 1 << 16;
  private static final int MAX_SIZE = Integer.MAX_VALUE - 8;

  private byte[] bytes;
  private int size;

  SqlText() {
    this(1 << 12);
  }

  SqlText(int capacity) {
    bytes = new byte[capacity];
  }

  int size() {
    return size;
  }

  /** Drops everything behind this size. */
  void cut(int newSize) {
    size = newSize;
  }

  /** The bytes from {@code begin} on. */
  byte[] from(int begin) {
    return Arrays.copyOfRange(bytes, begin, size);
  }

  /** Our own words. */
  SqlText sql(String words) {
    return raw(words.getBytes(StandardCharsets.US_ASCII));
  }

  SqlText sql(char symbol) {
    ensure(1);
    bytes[size++] = (byte) symbol;
    return this;
  }

  /** Bytes that were checked or made by us. */
  SqlText raw(byte[] value) {
    ensure(value.length);
    System.arraycopy(value, 0, bytes, size, value.length);
    size += value.length;
    return this;
  }

  SqlText name(String identifier) {
    return raw(TableId.quote(identifier).getBytes(StandardCharsets.UTF_8));
  }

  SqlText name(TableId table) {
    return raw(table.quoted().getBytes(StandardCharsets.UTF_8));
  }

  /** A string literal's body between quotes; the session reads it byte by byte. */
  SqlText quoted(byte[] value) {
    ensure(room(value) + 2);
    byte[] out = bytes;
    int at = size;
    out[at++] = '\'';
    for (byte b : value) {
      if (b == '\'' || b == '\\') {
        out[at++] = '\\';
      }
      out[at++] = b;
    }
    out[at++] = '\'';
    size = at;
    return this;
  }

  /** The same as hex digits, for character sets in which an escape could be half a character. */
  SqlText hex(byte[] value) {
    ensure(2L * value.length + 3);
    bytes[size++] = 'x';
    bytes[size++] = '\'';
    for (byte b : value) {
      bytes[size++] = HEX[b >> 4 & 0xF];
      bytes[size++] = HEX[b & 0xF];
    }
    bytes[size++] = '\'';
    return this;
  }

  /** A field of LOAD DATA: nothing in it can end the field or the line. */
  SqlText field(byte[] value) {
    ensure(room(value));
    byte[] out = bytes;
    int at = size;
    for (byte b : value) {
      if (b > '\n' && b != '\\' || b < '\t') {
        out[at++] = b;
      } else {
        out[at++] = '\\';
        out[at++] = b == '\t' ? (byte) 't' : b == '\n' ? (byte) 'n' : b;
      }
    }
    size = at;
    return this;
  }

  /** A char for each byte, as connections of {@link SinkSession} want it. */
  String toStatement() {
    return new String(bytes, 0, size, StandardCharsets.ISO_8859_1);
  }

  InputStream toStream() {
    return new ByteArrayInputStream(bytes, 0, size);
  }

  /** For tests and people: the bytes as UTF-8. */
  @Override
  public String toString() {
    return new String(bytes, 0, size, StandardCharsets.UTF_8);
  }

  /** Bytes that a value takes at most: every byte escaped, or counted where that is a lot. */
  private static long room(byte[] value) {
    if (value.length <= COUNTED) {
      return 2L * value.length;
    }
    long escapes = 0;
    for (byte b : value) {
      escapes += b == '\'' || b == '\\' || b == '\t' || b == '\n' ? 1 : 0;
    }
    return value.length + escapes;
  }

  private void ensure(long more) {
    if (bytes.length - size >= more) {
      return;
    }
    if (size + more > MAX_SIZE) {
      throw new DataException("a row needs a statement of more than 2 GiB; no server takes it");
    }
    bytes =
        Arrays.copyOf(bytes, (int) Math.min(MAX_SIZE, Math.max(size + more, bytes.length * 2L)));
  }
}
