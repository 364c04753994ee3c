package io.wherry.e2e.compare;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** One row as the server stores it: a byte string or NULL a selected expression. */
final class StoredRow {
  private final byte[][] values;

  StoredRow(byte[][] values) {
    this.values = values;
  }

  boolean sameAs(StoredRow other) {
    return other != null && Arrays.deepEquals(values, other.values);
  }

  /** SHA-256 over all values with their lengths, NULL apart from empty. */
  String digest() {
    MessageDigest sha = sha256();
    for (byte[] value : values) {
      sha.update(ByteBuffer.allocate(4).putInt(value == null ? -1 : value.length).array());
      if (value != null) {
        sha.update(value);
      }
    }
    return HexFormat.of().formatHex(sha.digest());
  }

  /** The values of the key, or of all columns where there is none, cut to what fits a line. */
  String label(ComparedTable table) {
    StringBuilder label = new StringBuilder();
    List<ComparedColumn> columns = table.columns();
    int at = 0;
    for (ComparedColumn column : columns) {
      if (table.key().isEmpty() || table.key().contains(column.name())) {
        label.append(label.length() == 0 ? "" : ", ").append(column.name()).append('=');
        label.append(printable(values[at]));
      }
      at += column.type().equals("json") ? 2 : 1;
    }
    return label.toString();
  }

  private static String printable(byte[] value) {
    if (value == null) {
      return "NULL";
    }
    byte[] head = value.length > 40 ? Arrays.copyOf(value, 40) : value;
    for (byte b : head) {
      if (b < 0x20) {
        return "0x" + HexFormat.of().formatHex(head);
      }
    }
    return "'" + new String(head, StandardCharsets.US_ASCII) + "'";
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
