package io.wherry.verify.table;

import io.wherry.common.model.TableId;
import java.util.List;

/** Columns and indexes for tests, as a server would describe them. */
public final class Shapes {
  private Shapes() {}

  public static ColumnShape column(String name, String columnType) {
    String type = columnType.replaceAll("[ (].*", "");
    return new ColumnShape(name, type, columnType, false, null, null, 0, 0);
  }

  public static ColumnShape text(String name, String charset, String collation) {
    return new ColumnShape(name, "varchar", "varchar(20)", false, charset, collation, 80, 0);
  }

  public static ColumnShape nullable(ColumnShape c) {
    return new ColumnShape(
        c.name(),
        c.dataType(),
        c.columnType(),
        true,
        c.charset(),
        c.collation(),
        c.octets(),
        c.digits());
  }

  public static ColumnShape sized(ColumnShape c, long octets, int digits) {
    return new ColumnShape(
        c.name(),
        c.dataType(),
        c.columnType(),
        c.nullable(),
        c.charset(),
        c.collation(),
        octets,
        digits);
  }

  public static IndexShape index(String name, String... columns) {
    return new IndexShape(
        name,
        java.util.Arrays.stream(columns)
            .map(
                c ->
                    new IndexShape.Part(
                        c.replaceAll("[-(].*", ""), c.contains("("), false, c.endsWith("-")))
            .toList());
  }

  public static TableShape table(List<ColumnShape> columns, IndexShape... indexes) {
    return new TableShape(new TableId("shop", "t"), columns, List.of(indexes), 100);
  }

  /** The same column on both sides. */
  public static ColumnPair pair(ColumnShape column) {
    return new ColumnPair(column, column);
  }
}
