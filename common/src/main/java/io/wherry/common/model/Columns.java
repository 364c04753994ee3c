package io.wherry.common.model;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The column list of one table at one position of the log, in binlog order, and what identifies a
 * row of it.
 */
public record Columns(List<Column> list) {

  public Columns {
    list = List.copyOf(list);
  }

  public int size() {
    return list.size();
  }

  public Column get(int index) {
    return list.get(index);
  }

  /** Whether the table has a primary key or a unique NOT NULL key. */
  public boolean keyed() {
    return list.stream().anyMatch(c -> c.keyOrdinal() > 0);
  }

  /** Indexes of the key columns in key order; empty where the table has no usable key. */
  public int[] key() {
    return IntStream.range(0, list.size())
        .filter(i -> list.get(i).keyOrdinal() > 0)
        .boxed()
        .sorted(Comparator.comparingInt(i -> list.get(i).keyOrdinal()))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** Whether both lists identify rows by the same columns. */
  public boolean sameKey(Columns other) {
    return Arrays.stream(key())
        .mapToObj(this::get)
        .toList()
        .equals(Arrays.stream(other.key()).mapToObj(other::get).toList());
  }

  /** The key columns, or every column of a table without a key: what tells rows apart. */
  public int[] identity() {
    return keyed() ? key() : IntStream.range(0, list.size()).toArray();
  }
}
