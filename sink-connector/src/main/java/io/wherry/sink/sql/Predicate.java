package io.wherry.sink.sql;

import io.wherry.common.model.ValueKind;
import org.apache.kafka.connect.errors.DataException;

/** Writes conditions that find a row again: by its key, or by every byte of it. */
final class Predicate {
  private Predicate() {}

  /** The left side of a key comparison; the column's own collation and type decide. */
  static void keyOperand(SqlText out, BoundColumn column) {
    // As a number a SET of 64 members is negative unless it is cast.
    if (column.wire().kind() == ValueKind.SET) {
      out.sql("CAST(").name(column.name()).sql(" AS UNSIGNED)");
    } else {
      out.name(column.name());
    }
  }

  /** The right side of it. */
  static void keyValue(SqlText out, BoundColumn column, byte[] value) {
    if (value == null) {
      throw new DataException(column + " is NULL in a key; the record is damaged");
    }
    Literal.write(out, column, value);
  }

  /** Holds for exactly this value: no collation, no -0 for 0, no equal JSON of other text. */
  static void sameBytes(SqlText out, BoundColumn column, byte[] value) {
    if (value == null) {
      out.name(column.name()).sql(" IS NULL");
      return;
    }
    exactOperand(out, column);
    out.sql("<=>");
    switch (column.wire().kind()) {
      case TEXT, JSON -> out.sql("_binary").quoted(value);
      default -> Literal.write(out, column, value);
    }
    if (column.wire().kind() == ValueKind.REAL && Numeric.isZero(value)) {
      out.sql(" AND CAST(").name(column.name()).sql(" AS CHAR)");
      out.sql(value[0] == '-' ? " LIKE '-%'" : " NOT LIKE '-%'");
    }
  }

  private static void exactOperand(SqlText out, BoundColumn column) {
    switch (column.wire().kind()) {
      case SET -> keyOperand(out, column);
      case TEXT -> exactText(out, column);
      case JSON -> out.sql("CAST(CAST(").name(column.name()).sql(" AS CHAR) AS BINARY)");
      case GEOMETRY, VECTOR -> out.sql("CAST(").name(column.name()).sql(" AS BINARY)");
      default -> out.name(column.name());
    }
  }

  private static void exactText(SqlText out, BoundColumn column) {
    if (column.target().sameCharset(column.wire())) {
      out.sql("CAST(").name(column.name()).sql(" AS BINARY)");
    } else {
      out.sql("CAST(CONVERT(").name(column.name()).sql(" USING ");
      out.sql(Literal.charset(column)).sql(") AS BINARY)");
    }
  }
}
