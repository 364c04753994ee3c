package io.wherry.verify.table;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The SQL that turns a row into 64 bits of SHA-256, the same on both servers. Rows that differ in
 * any byte have different texts: nulls are flagged, texts that may hold the separator are told by
 * their lengths, which stand behind them.
 */
public final class RowText {
  /** 2^100, what a row counts whose hash is NULL: no sum of real hashes reaches it. */
  public static final String POISON = "1267650600228229401496703205376";

  private static final long LARGE = 1 << 20;

  private final List<ColumnCode> codes;

  private RowText(List<ColumnCode> codes) {
    this.codes = codes;
  }

  /**
   * Chooses the code of each column so that the longest possible row fits in a packet.
   *
   * @param packet max_allowed_packet of the server that has less
   */
  public static RowText of(List<ColumnPair> columns, long packet, JsonDepth json) {
    long largest = LARGE;
    while (largest > 64 && size(columns, largest) > packet - 4096) {
      largest /= 4;
    }
    List<ColumnCode> codes = new ArrayList<>();
    for (ColumnPair column : columns) {
      codes.add(ColumnCoder.code(column, largest, json));
    }
    return new RowText(codes);
  }

  private static long size(List<ColumnPair> columns, long largest) {
    return columns.stream().mapToLong(c -> c.octets() > largest ? 64 : c.octets()).sum();
  }

  /** The hash of a row as an unsigned number, {@link #POISON} where it has none. */
  public String hash() {
    return "COALESCE(CAST(CONV(LEFT(SHA2("
        + text()
        + ",256),16),16,10) AS UNSIGNED),"
        + POISON
        + ")";
  }

  /** A hash of each column by itself, to name those that differ. */
  public List<String> columnHashes() {
    return codes.stream()
        .map(c -> "LEFT(SHA2(CONCAT_WS('#'," + String.join(",", c.alone()) + "),256),16)")
        .toList();
  }

  /** Names of the columns, in the order of {@link #columnHashes}. */
  public List<String> columnNames() {
    return codes.stream().map(ColumnCode::name).toList();
  }

  String text() {
    List<String> arguments = new ArrayList<>(all(codes.stream().map(ColumnCode::values)));
    arguments.addAll(points());
    arguments.addAll(all(codes.stream().map(ColumnCode::lengths)));
    List<String> flags = all(codes.stream().map(ColumnCode::flags));
    if (!flags.isEmpty() || arguments.isEmpty()) {
      arguments.add(flags.isEmpty() ? "''" : flags(flags));
    }
    String text = "CONCAT_WS('#'," + String.join(",", arguments) + ")";
    List<String> guards = codes.stream().map(ColumnCode::guard).filter(g -> g != null).toList();
    return guards.isEmpty() ? text : "CONCAT(" + String.join(",", guards) + ",'#'," + text + ")";
  }

  /**
   * A digit for each flag, and nothing at all where none is set, as in most rows: digits cost more
   * than anything else of a row with many columns that may be NULL.
   */
  private static String flags(List<String> flags) {
    String digits = flags.stream().map(ColumnCode::digit).collect(Collectors.joining(","));
    return "IF(" + String.join(" OR ", flags) + ",CONCAT(" + digits + "),'')";
  }

  /** Floating numbers by their bits, two at a time. */
  private List<String> points() {
    List<String> reals = codes.stream().map(ColumnCode::real).filter(r -> r != null).toList();
    List<String> points = new ArrayList<>();
    for (int i = 0; i < reals.size(); i += 2) {
      String second = i + 1 < reals.size() ? reals.get(i + 1) : "0";
      points.add("HEX(POINT(" + reals.get(i) + "," + second + "))");
    }
    return points;
  }

  private static List<String> all(Stream<List<String>> lists) {
    return lists.flatMap(List::stream).toList();
  }
}
