package io.wherry.sink.sql;

import io.wherry.common.model.Column;
import io.wherry.common.model.Columns;
import io.wherry.common.model.Row;
import io.wherry.common.model.ValueKind;
import io.wherry.common.wire.Entry;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** Shorthand for rows and changes in tests. */
final class Rows {
  private Rows() {}

  static Columns columns(Column... columns) {
    return new Columns(List.of(columns));
  }

  static Column key(String name, int ordinal) {
    return new Column(name, ValueKind.INTEGER, null, ordinal);
  }

  static Column number(String name) {
    return key(name, 0);
  }

  static Column text(String name, int keyOrdinal) {
    return new Column(name, ValueKind.TEXT, "utf8mb4", keyOrdinal);
  }

  /** Null for NULL, everything else by its text. */
  static Row row(Object... values) {
    return new Row(
        Arrays.stream(values)
            .map(v -> v == null ? null : v.toString().getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new));
  }

  static Entry insert(Object... values) {
    return new Entry.Insert(row(values));
  }

  static Entry update(Columns columns, Row before, Row after) {
    BitSet changed = new BitSet();
    for (int i = 0; i < columns.size(); i++) {
      changed.set(i, !Arrays.equals(before.get(i), after.get(i)));
    }
    return new Entry.Update(before.pick(columns.identity()), changed, after);
  }

  static Entry delete(Columns columns, Row before) {
    return new Entry.Delete(before.pick(columns.identity()));
  }

  static String text(byte[] value) {
    return value == null ? "-" : new String(value, StandardCharsets.UTF_8);
  }
}
