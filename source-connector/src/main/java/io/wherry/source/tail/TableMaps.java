package io.wherry.source.tail;

import io.wherry.common.mysql.TableFilter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The table maps of the transaction under way by their number, and all recent ones by content.
 * Owned by the tail's thread.
 */
final class TableMaps {
  private static final int KEPT = 10_000;

  /** Table number and flags: they stand in front of the content and say nothing about it. */
  private static final int NUMBER_BYTES = 6;

  private static final int FLAG_BYTES = 2;

  private final TableMapParser parser;
  private final Map<Long, TableMap> open = new HashMap<>();
  private final Map<Content, TableMap> known =
      new LinkedHashMap<>(64, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Content, TableMap> eldest) {
          return size() > KEPT;
        }
      };

  TableMaps(TableFilter filter, Map<Integer, String> charsets, AsciiBuffer buffer) {
    this.parser = new TableMapParser(filter, charsets, buffer);
  }

  /** Reads a TABLE_MAP event; the rows events behind it name it by its number. */
  TableMap define(LogEvent event) {
    ByteCursor in = event.cursor();
    long number = in.readLittle(NUMBER_BYTES);
    in.skip(FLAG_BYTES);
    Content content = new Content(event.body(), in.position(), event.size());
    TableMap map = known.get(content);
    if (map == null) {
      map = parser.parse(in);
      known.put(content.copy(), map);
    }
    open.put(number, map);
    return map;
  }

  /** The table map of that number in this transaction, or null. */
  TableMap get(long number) {
    return open.get(number);
  }

  /** The transaction is over: numbers mean nothing any more. */
  void forget() {
    if (!open.isEmpty()) {
      open.clear();
    }
  }

  /** A part of an event's body as a hash key. */
  private static final class Content {
    private final byte[] bytes;
    private final int from;
    private final int to;
    private final int hash;

    Content(byte[] bytes, int from, int to) {
      this.bytes = bytes;
      this.from = from;
      this.to = to;
      int sum = 1;
      for (int i = from; i < to; i++) {
        sum = 31 * sum + bytes[i];
      }
      this.hash = sum;
    }

    Content copy() {
      return new Content(Arrays.copyOfRange(bytes, from, to), 0, to - from);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Content c
          && hash == c.hash
          && Arrays.equals(bytes, from, to, c.bytes, c.from, c.to);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }
}
