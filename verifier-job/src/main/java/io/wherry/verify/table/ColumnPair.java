package io.wherry.verify.table;

import java.util.Objects;
import java.util.regex.Pattern;

/** The same column on both servers; everything said of its values is the same SQL on both. */
public record ColumnPair(ColumnShape source, ColumnShape target) {
  private static final Pattern LABEL = Pattern.compile("'(?:[^']|'')*'");

  public String name() {
    return source.name();
  }

  public Family family() {
    return source.family();
  }

  /** Whether a NULL may stand in it on either side. */
  boolean nullable() {
    return source.nullable() || target.nullable();
  }

  /** Whether text is stored as the same bytes, or labels have the same numbers. */
  boolean sameCode() {
    return switch (family()) {
      case TEXT -> Objects.equals(source.charset(), target.charset());
      case ENUM, SET -> source.columnType().equals(target.columnType());
      default -> true;
    };
  }

  /** Whether both servers put its values in the same order. */
  boolean sameOrder() {
    return sameCode() && Objects.equals(source.collation(), target.collation());
  }

  /** How many labels an ENUM has. */
  int labels() {
    return (int) LABEL.matcher(source.columnType()).results().count();
  }

  /** The larger number of digits after the point, where the two differ. */
  int digits() {
    return Math.max(source.digits(), target.digits());
  }

  boolean sameDigits() {
    return source.digits() == target.digits();
  }

  boolean zerofill() {
    return source.zerofill() || target.zerofill();
  }

  /** Size of the largest value in bytes of text, roughly: enough to know what fits in a packet. */
  long octets() {
    return switch (family()) {
      case JSON -> Long.MAX_VALUE / 4096;
      case SPATIAL -> point() ? 64 : Long.MAX_VALUE / 4096;
      case TEXT, BINARY, VECTOR -> 2 * Math.max(source.octets(), target.octets());
      default -> 128;
    };
  }

  /** Whether it holds only single points, whose size is fixed. */
  boolean point() {
    return "point".equals(source.dataType()) && "point".equals(target.dataType());
  }
}
