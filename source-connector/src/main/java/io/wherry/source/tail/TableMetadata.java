package io.wherry.source.tail;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The optional part of a TABLE_MAP event.
 *
 * @param names column names; empty where the source logs none
 * @param unsigned the unsigned columns
 * @param collations per column the collation's number, or {@link #NO_COLLATION}
 * @param keyOrdinals per column its place in the key, 0 outside it
 */
record TableMetadata(List<String> names, BitSet unsigned, int[] collations, int[] keyOrdinals) {
  static final int NO_COLLATION = 0;

  private static final int SIGNEDNESS = 1;
  private static final int DEFAULT_CHARSET = 2;
  private static final int COLUMN_CHARSET = 3;
  private static final int COLUMN_NAME = 4;
  private static final int SIMPLE_PRIMARY_KEY = 8;
  private static final int PRIMARY_KEY_WITH_PREFIX = 9;

  int collation(int column) {
    return collations[column];
  }

  int keyOrdinal(int column) {
    return keyOrdinals[column];
  }

  /** Reads fields of type, length and content up to the event's end; unknown ones are skipped. */
  static TableMetadata read(ByteCursor in, List<ColumnTypes.Raw> columns) {
    int count = columns.size();
    TableMetadata metadata =
        new TableMetadata(
            new ArrayList<>(count), new BitSet(count), new int[count], new int[count]);
    while (in.hasMore()) {
      int type = in.readByte();
      metadata.readField(type, in.slice(in.readPacked()), columns);
    }
    return metadata;
  }

  private void readField(int type, ByteCursor in, List<ColumnTypes.Raw> columns) {
    switch (type) {
      case SIGNEDNESS -> readSignedness(in, columns);
      case DEFAULT_CHARSET -> readDefaultCharset(in, columns);
      case COLUMN_CHARSET -> {
        for (int column : characterColumns(columns)) {
          collations[column] = in.readPacked();
        }
      }
      case COLUMN_NAME -> {
        while (in.hasMore()) {
          names.add(in.readText(in.readPacked()));
        }
      }
      case SIMPLE_PRIMARY_KEY -> readKey(in, 0);
      case PRIMARY_KEY_WITH_PREFIX -> readKey(in, 1);
      default -> {}
    }
  }

  /** A bit a numeric column, the highest bit of a byte first. */
  private void readSignedness(ByteCursor in, List<ColumnTypes.Raw> columns) {
    int bits = 0;
    int next = 0;
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).numeric()) {
        bits = next % 8 == 0 ? in.readByte() : bits << 1;
        unsigned.set(i, (bits & 0x80) != 0);
        next++;
      }
    }
  }

  /** One collation for all, then pairs of a character column's number and its own collation. */
  private void readDefaultCharset(ByteCursor in, List<ColumnTypes.Raw> columns) {
    int[] characters = characterColumns(columns);
    int usual = in.readPacked();
    for (int column : characters) {
      collations[column] = usual;
    }
    while (in.hasMore()) {
      int column = characters[in.readPacked()];
      collations[column] = in.readPacked();
    }
  }

  private static int[] characterColumns(List<ColumnTypes.Raw> columns) {
    int[] found = new int[columns.size()];
    int size = 0;
    for (int i = 0; i < found.length; i++) {
      if (columns.get(i).character()) {
        found[size++] = i;
      }
    }
    return Arrays.copyOf(found, size);
  }

  /** Column numbers in key order, each with so many numbers more behind it (prefix lengths). */
  private void readKey(ByteCursor in, int more) {
    for (int ordinal = 1; in.hasMore(); ordinal++) {
      keyOrdinals[in.readPacked()] = ordinal;
      for (int i = 0; i < more; i++) {
        in.readPacked();
      }
    }
  }
}
