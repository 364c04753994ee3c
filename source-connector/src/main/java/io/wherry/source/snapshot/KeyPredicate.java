package io.wherry.source.snapshot;

import io.wherry.common.model.Row;
import io.wherry.common.model.TableId;
import io.wherry.common.model.ValueKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * SQL text for ranges of a table's key, in the order of its index. Ranges are OR-expanded because
 * the server scans the whole table for row constructors. The table's alias is {@code t}.
 */
final class KeyPredicate {
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private final List<KeyPart> parts;

  KeyPredicate(List<KeyPart> parts) {
    this.parts = parts;
  }

  /** A WHERE clause with a leading blank, empty for the whole table. */
  String where(Range range) {
    List<String> sides = new ArrayList<>(2);
    if (range.after() != null) {
      sides.add(after(range.after()));
    }
    if (range.upTo() != null) {
      sides.add(upTo(range.upTo()));
    }
    return sides.isEmpty() ? "" : " WHERE " + String.join(" AND ", sides);
  }

  /** An ORDER BY clause with a leading blank that the index satisfies without a sort. */
  String orderBy() {
    return parts.stream()
        .map(p -> name(p) + (p.descending() ? " DESC" : ""))
        .collect(Collectors.joining(", ", " ORDER BY ", ""));
  }

  private String after(Row key) {
    return IntStream.range(0, parts.size())
        .mapToObj(i -> term(key, i, beyond(parts.get(i), key.get(i))))
        .collect(Collectors.joining(" OR ", "(", ")"));
  }

  private String upTo(Row key) {
    int last = parts.size() - 1;
    return IntStream.rangeClosed(0, last)
        .mapToObj(
            i -> {
              String before = before(parts.get(i), key.get(i));
              String equal = i < last ? "" : " OR " + equal(parts.get(i), key.get(i));
              return term(key, i, i < last ? before : "(" + before + equal + ")");
            })
        .collect(Collectors.joining(" OR ", "(", ")"));
  }

  private String term(Row key, int length, String comparison) {
    StringBuilder text = new StringBuilder("(");
    for (int i = 0; i < length; i++) {
      text.append(equal(parts.get(i), key.get(i))).append(" AND ");
    }
    return text.append(comparison).append(')').toString();
  }

  private static String equal(KeyPart part, byte[] value) {
    String left = part.column().kind() == ValueKind.SET ? unsigned(part) : name(part);
    return left + " = " + literal(part, value);
  }

  private static String beyond(KeyPart part, byte[] value) {
    return part.descending() ? smaller(part, value) : larger(part, value);
  }

  private static String before(KeyPart part, byte[] value) {
    return part.descending() ? larger(part, value) : smaller(part, value);
  }

  private static String larger(KeyPart part, byte[] value) {
    return switch (part.column().kind()) {
      case ENUM -> among(part, number(value) + 1, part.labels());
      case SET -> unsigned(part) + " > " + ascii(value);
      default -> name(part) + " > " + literal(part, value);
    };
  }

  private static String smaller(KeyPart part, byte[] value) {
    return switch (part.column().kind()) {
      case ENUM -> among(part, 0, number(value) - 1);
      case SET -> unsigned(part) + " < " + ascii(value);
      default -> name(part) + " < " + literal(part, value);
    };
  }

  /** The server ranges over ENUM indexes for equality only. */
  private static String among(KeyPart part, int first, int last) {
    return first > last
        ? "FALSE"
        : IntStream.rangeClosed(first, last)
            .mapToObj(Integer::toString)
            .collect(Collectors.joining(",", name(part) + " IN (", ")"));
  }

  /** The server compares SET columns as signed numbers, its index holds unsigned ones. */
  private static String unsigned(KeyPart part) {
    return "CAST(" + name(part) + " AS UNSIGNED)";
  }

  private static String literal(KeyPart part, byte[] value) {
    return switch (part.column().kind()) {
      case INTEGER, DECIMAL, BIT, ENUM, SET -> ascii(value);
      case REAL -> real(ascii(value));
      case TEMPORAL -> "'" + ascii(value) + "'";
      case TEXT -> "_" + part.column().charset() + " X'" + HEX.formatHex(value) + "'";
      case BINARY -> "_binary X'" + HEX.formatHex(value) + "'";
      case JSON, GEOMETRY, VECTOR ->
          throw new IllegalArgumentException("no index orders " + part.column());
    };
  }

  /** Without an exponent it would be a DECIMAL literal. */
  private static String real(String digits) {
    return digits.indexOf('e') < 0 ? digits + "e0" : digits;
  }

  private static int number(byte[] value) {
    return Integer.parseInt(ascii(value));
  }

  private static String ascii(byte[] value) {
    return new String(value, StandardCharsets.US_ASCII);
  }

  private static String name(KeyPart part) {
    return "t." + TableId.quote(part.column().name());
  }
}
