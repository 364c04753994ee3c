package io.wherry.sink.sql;

import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.connect.errors.DataException;

/**
 * Writes wire values as SQL literals. Numbers and temporals are checked character by character
 * first, so a damaged or hostile value is a {@link DataException} naming the column, never other
 * SQL.
 */
final class Literal {
  /** Sets in which the bytes of a quote or backslash may be half of another character. */
  private static final Set<String> HEX_ONLY =
      Set.of("big5", "gbk", "sjis", "cp932", "gb18030", "ucs2", "utf16", "utf16le", "utf32");

  private Literal() {}

  /** The value as it stands in VALUES. */
  static void write(SqlText out, BoundColumn column, byte[] value) {
    if (value == null) {
      out.sql("NULL");
      return;
    }
    switch (column.wire().kind()) {
      case INTEGER -> out.raw(check(column, value, Numeric::isInteger));
      case DECIMAL -> out.raw(check(column, value, Numeric::isDecimal));
      case BIT, ENUM, SET -> out.raw(check(column, value, Numeric::isDigits));
      case REAL -> real(out, check(column, value, Numeric::isReal));
      case TEMPORAL -> out.quoted(check(column, value, Numeric::isTemporal));
      case TEXT -> text(out, column, value);
      case JSON -> out.sql("_utf8mb4").quoted(value);
      case BINARY, GEOMETRY, VECTOR -> out.sql("_binary").quoted(value);
    }
  }

  /** The value as a field of LOAD DATA; numbers and temporals are read from text there. */
  static void writeField(SqlText out, byte[] value) {
    if (value == null) {
      out.sql("\\N");
    } else {
      out.field(value);
    }
  }

  /** A character set's name for SQL. */
  static String charset(BoundColumn column) {
    String name = column.wire().charset();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (!(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_')) {
        throw new DataException(column + " has no known character set on the wire");
      }
    }
    // Every utf8mb3 text is the same bytes in utf8mb4, whose name draws no deprecation warning.
    return name.equals("utf8mb3") || name.equals("utf8") ? "utf8mb4" : name;
  }

  /** Without an exponent the server would read a DECIMAL, which knows no -0 and fewer digits. */
  private static void real(SqlText out, byte[] value) {
    out.raw(value);
    for (byte b : value) {
      if (b == 'e' || b == 'E') {
        return;
      }
    }
    out.sql("e0");
  }

  private static void text(SqlText out, BoundColumn column, byte[] value) {
    String charset = charset(column);
    out.sql('_').sql(charset);
    if (HEX_ONLY.contains(charset)) {
      out.sql(' ').hex(value);
    } else {
      out.quoted(value);
    }
  }

  private static byte[] check(BoundColumn column, byte[] value, Predicate<byte[]> form) {
    if (!form.test(value)) {
      throw new DataException(
          column
              + ": a value of "
              + value.length
              + " bytes is not written as "
              + column.wire().kind().wireName()
              + "; the record is damaged");
    }
    return value;
  }
}
