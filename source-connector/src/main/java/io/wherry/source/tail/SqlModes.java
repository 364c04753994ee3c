package io.wherry.source.tail;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The bits of sql_mode in the log and their names. Modes that stand for others are left out. */
final class SqlModes {
  private static final Map<Integer, String> BITS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry(0, "REAL_AS_FLOAT"),
              Map.entry(1, "PIPES_AS_CONCAT"),
              Map.entry(2, "ANSI_QUOTES"),
              Map.entry(3, "IGNORE_SPACE"),
              Map.entry(5, "ONLY_FULL_GROUP_BY"),
              Map.entry(6, "NO_UNSIGNED_SUBTRACTION"),
              Map.entry(7, "NO_DIR_IN_CREATE"),
              Map.entry(19, "NO_AUTO_VALUE_ON_ZERO"),
              Map.entry(20, "NO_BACKSLASH_ESCAPES"),
              Map.entry(21, "STRICT_TRANS_TABLES"),
              Map.entry(22, "STRICT_ALL_TABLES"),
              Map.entry(23, "NO_ZERO_IN_DATE"),
              Map.entry(24, "NO_ZERO_DATE"),
              Map.entry(25, "ALLOW_INVALID_DATES"),
              Map.entry(26, "ERROR_FOR_DIVISION_BY_ZERO"),
              Map.entry(29, "HIGH_NOT_PRECEDENCE"),
              Map.entry(30, "NO_ENGINE_SUBSTITUTION"),
              Map.entry(31, "PAD_CHAR_TO_FULL_LENGTH"),
              Map.entry(32, "TIME_TRUNCATE_FRACTIONAL")));

  private SqlModes() {}

  /** The names of the bits that are set, comma separated. */
  static String names(long mode) {
    List<String> names = new ArrayList<>();
    BITS.forEach(
        (bit, name) -> {
          if ((mode >> bit & 1) != 0) {
            names.add(name);
          }
        });
    return String.join(",", names);
  }
}
