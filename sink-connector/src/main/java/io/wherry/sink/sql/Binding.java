package io.wherry.sink.sql;

import io.wherry.common.model.Column;
import io.wherry.common.model.Columns;
import io.wherry.common.model.Row;
import io.wherry.common.model.ValueKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.kafka.connect.errors.DataException;

/**
 * How the columns of a batch lie on the columns of the target. Made anew for each batch: both sides
 * may have changed.
 */
final class Binding {
  private final TargetTable table;
  private final Columns wire;
  private final List<BoundColumn> columns = new ArrayList<>();
  private final List<BoundColumn> enums = new ArrayList<>();

  private Binding(TargetTable table, Columns wire) {
    this.table = table;
    this.wire = wire;
  }

  /**
   * Matches columns by name.
   *
   * @throws DataException naming a column that only one side has and the other cannot do without
   */
  static Binding of(TargetTable table, Columns wire) {
    Binding binding = new Binding(table, wire);
    for (int i = 0; i < wire.size(); i++) {
      Column column = wire.get(i);
      TargetColumn target = table.column(column.name()).orElseThrow(() -> missing(table, column));
      binding.columns.add(new BoundColumn(table.id(), i, column, target));
    }
    binding.checkRequired();
    binding.columns.stream()
        .filter(c -> c.wire().kind() == ValueKind.ENUM && !c.target().generated())
        .forEach(binding.enums::add);
    return binding;
  }

  private static DataException missing(TargetTable table, Column column) {
    return new DataException(
        "table "
            + table.id()
            + " on the target has no column "
            + column.name()
            + "; add it there or exclude it at the source");
  }

  private void checkRequired() {
    for (TargetColumn target : table.columns()) {
      if (target.fill() == TargetColumn.Fill.REQUIRED
          && columns.stream().noneMatch(c -> c.target() == target)) {
        throw new DataException(
            "table "
                + table.id()
                + " on the target needs a value in column "
                + target.name()
                + ", which the source does not send; give it a default there");
      }
    }
  }

  TargetTable table() {
    return table;
  }

  Columns wire() {
    return wire;
  }

  List<BoundColumn> columns() {
    return columns;
  }

  /** The columns that an INSERT names. */
  List<BoundColumn> writable() {
    return columns.stream().filter(c -> !c.target().generated()).toList();
  }

  /** The key's columns in key order; every column of a table without a key. */
  List<BoundColumn> identity() {
    return Arrays.stream(wire.identity()).mapToObj(columns::get).toList();
  }

  /** For messages: the key's columns, never their values. */
  String keyNames() {
    return wire.keyed()
        ? identity().stream().map(BoundColumn::name).collect(Collectors.joining(", "))
        : "none";
  }

  /** The first key column that is not generated; null where there is none. */
  BoundColumn writableKeyColumn() {
    return identity().stream().filter(c -> !c.target().generated()).findFirst().orElse(null);
  }

  /**
   * Whether INSERT .. ON DUPLICATE KEY UPDATE finds a row by the wire's key and, where other unique
   * keys exist, can be kept from finding it by those. Not with JSON: the server takes documents of
   * equal value ({@code 1} and {@code 1.0}) for no change and keeps the old one.
   */
  boolean upsertable() {
    return columns.stream().noneMatch(c -> c.target().type().equalsIgnoreCase("json"))
        && table.uniqueKeys().stream().anyMatch(this::isKey)
        && (secondaryKeys().isEmpty() || writableKeyColumn() != null);
  }

  /** Unique keys besides the one that identifies a row. */
  List<UniqueKey> secondaryKeys() {
    return table.uniqueKeys().stream().filter(k -> !isKey(k)).toList();
  }

  private boolean isKey(UniqueKey key) {
    return wire.keyed() && key.isOn(identity().stream().map(BoundColumn::name).toList());
  }

  /** Wire columns that may decide the value of a secondary unique key. */
  BitSet uniqueColumns() {
    BitSet set = new BitSet(wire.size());
    for (UniqueKey key : secondaryKeys()) {
      if (key.touchesAll()) {
        set.set(0, wire.size());
      }
      columns.stream()
          .filter(c -> key.columns().stream().anyMatch(c.name()::equals))
          .forEach(c -> set.set(c.index()));
    }
    return set;
  }

  /** How many values of the row are the ENUM index 0, which a strict session refuses. */
  int enumZeros(Row row) {
    int zeros = 0;
    for (BoundColumn c : enums) {
      byte[] value = row.get(c.index());
      zeros += value != null && Numeric.isZero(value) ? 1 : 0;
    }
    return zeros;
  }
}
