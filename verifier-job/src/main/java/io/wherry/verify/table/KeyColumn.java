package io.wherry.verify.table;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A column that rows are found by: how its values are read without loss as plain text, and written
 * back as literals.
 */
public final class KeyColumn {
  private static final Pattern PLAIN = Pattern.compile("[-+0-9.e:]*( [0-9:.]*)?");

  private static final int MOST_LISTED = 255;

  private final ColumnPair pair;
  private final String column;
  private final boolean descending;

  /**
   * A key part.
   *
   * @param part as the source's index has it
   */
  KeyColumn(ColumnPair pair, IndexShape.Part part) {
    this.pair = pair;
    this.column = ColumnCode.quote(pair.name());
    this.descending = part.descending();
  }

  String name() {
    return pair.name();
  }

  /** Whether the server finds a range of it without reading all other rows. */
  boolean walked() {
    return switch (pair.family()) {
      case SET -> false;
      case ENUM -> listed();
      default -> true;
    };
  }

  /** The values that stand behind this one in index order. */
  String behind(String text) {
    return descending ? below(text) : above(text);
  }

  /** The values that stand before this one in index order. */
  String before(String text) {
    return descending ? above(text) : below(text);
  }

  String equal(String text) {
    return column + "=" + literal(text);
  }

  private String above(String text) {
    return listed()
        ? in(IntStream.rangeClosed(Integer.parseInt(text) + 1, pair.labels()))
        : column + ">" + literal(text);
  }

  private String below(String text) {
    return listed() ? in(IntStream.range(0, Integer.parseInt(text))) : column + "<" + literal(text);
  }

  /** The server scans the whole index to compare a label's number, and not to look numbers up. */
  private boolean listed() {
    return pair.family() == Family.ENUM && pair.labels() <= MOST_LISTED;
  }

  private String in(IntStream numbers) {
    String list = numbers.mapToObj(String::valueOf).collect(Collectors.joining(","));
    return list.isEmpty() ? "FALSE" : column + " IN (" + list + ")";
  }

  String orderBy() {
    return descending ? column + " DESC" : column;
  }

  /** Reads a value as text that is the same on both servers for the same value. */
  String read() {
    return switch (pair.family()) {
      case TEXT -> "HEX(" + (pair.sameCode() ? column : converted()) + ")";
      case ENUM, SET -> pair.sameCode() ? concat(number()) : "HEX(" + converted() + ")";
      case BINARY -> "HEX(" + column + ")";
      case BIT -> concat(number());
      case FLOATING -> concat(column + "+0e0");
      case INTEGER, DECIMAL -> concat(pair.zerofill() ? column + "+0" : column);
      default -> concat(column);
    };
  }

  private String converted() {
    return "CONVERT(" + column + " USING utf8mb4)";
  }

  private String number() {
    return "CAST(" + column + " AS UNSIGNED)";
  }

  private static String concat(String value) {
    return "CONCAT(" + value + ")";
  }

  /** Whether {@link #read} gives the bytes of a text as hex digits. */
  private boolean hex() {
    return switch (pair.family()) {
      case TEXT, BINARY -> true;
      case ENUM, SET -> !pair.sameCode();
      default -> false;
    };
  }

  private String charset() {
    return pair.family() == Family.TEXT && pair.sameCode() ? pair.source().charset() : "utf8mb4";
  }

  /**
   * What was read, as a literal.
   *
   * @throws IllegalArgumentException for text that {@link #read} cannot have returned
   */
  String literal(String text) {
    boolean wellFormed =
        hex() ? text.matches("([0-9A-F]{2})*") : !text.isEmpty() && PLAIN.matcher(text).matches();
    if (!wellFormed) {
      throw new IllegalArgumentException("not a value of key column " + name());
    }
    if (hex()) {
      return (pair.family() == Family.BINARY ? "" : "_" + charset() + " ") + "X'" + text + "'";
    }
    return switch (pair.family()) {
      case FLOATING -> text.contains("e") ? text : text + "e0";
      case DATE, TIME, MOMENT -> "'" + text + "'";
      default -> text;
    };
  }

  /** What was read, for people. */
  String show(String text) {
    if (!hex()) {
      return text;
    }
    if (pair.family() != Family.BINARY) {
      byte[] bytes = HexFormat.of().parseHex(text);
      switch (charset()) {
        case "utf8mb4", "utf8mb3", "ascii" -> {
          return quoted(new String(bytes, StandardCharsets.UTF_8));
        }
        case "latin1" -> {
          return quoted(new String(bytes, StandardCharsets.ISO_8859_1));
        }
        default -> {
          return "_" + charset() + " 0x" + text;
        }
      }
    }
    return "0x" + text;
  }

  private static String quoted(String text) {
    StringBuilder shown = new StringBuilder("'");
    text.codePoints()
        .forEach(
            c -> {
              if (Character.isISOControl(c) || c == 0xFFFD) {
                shown.append(String.format("\\u%04X", c));
              } else {
                shown.appendCodePoint(c);
              }
            });
    return shown.append('\'').toString();
  }
}
