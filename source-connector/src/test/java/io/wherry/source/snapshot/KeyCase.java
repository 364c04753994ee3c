package io.wherry.source.snapshot;

import java.util.List;
import java.util.Random;
import java.util.function.Function;

/**
 * A kind of key to walk.
 *
 * @param name for people
 * @param columns column definitions
 * @param key the key clause
 * @param order the same key as an ORDER BY list
 * @param values a row of literals for the columns
 */
record KeyCase(
    String name, String columns, String key, String order, Function<Random, String> values) {

  private static final List<String> WORDS =
      List.of("a", "A", "á", "Á", "ä", "b", "B", "ß", "ss", "SS", "z", "é", "e", " ", "1", "_");

  @Override
  public String toString() {
    return name;
  }

  static List<KeyCase> all() {
    return List.of(
        one("int", "INT", r -> String.valueOf(r.nextInt())),
        one("bigint", "BIGINT", r -> extreme(r, "-9223372036854775808", "9223372036854775807")),
        one("unsigned", "BIGINT UNSIGNED", r -> extreme(r, "0", "18446744073709551615", true)),
        one("zerofill", "INT(8) ZEROFILL", r -> String.valueOf(r.nextInt(100_000))),
        one("decimal", "DECIMAL(65,30)", KeyCase::decimal),
        one("decimal zerofill", "DECIMAL(12,3) ZEROFILL", r -> r.nextInt(10_000) + ".125"),
        one("float", "FLOAT", r -> String.valueOf(r.nextFloat() * (r.nextBoolean() ? -1e30 : 1))),
        one("double", "DOUBLE", r -> extreme(r, "-1.7976931348623157e308", "5e-324")),
        one("double(m,d)", "DOUBLE(10,2)", r -> String.valueOf(r.nextInt(100_000) / 100.0)),
        one("bit(64)", "BIT(64)", r -> extreme(r, "0", "18446744073709551615", true)),
        one("bit(9)", "BIT(9)", r -> String.valueOf(r.nextInt(512))),
        one("enum", "ENUM('b','a','it''s',',','y','Z')", r -> String.valueOf(r.nextInt(7))),
        one("set", "SET('b','a','c','x','y')", r -> String.valueOf(r.nextInt(32))),
        one("set of 64", "SET(" + members() + ")", r -> Long.toUnsignedString(r.nextLong())),
        one("year", "YEAR", r -> r.nextInt(9) == 0 ? "0" : String.valueOf(1901 + r.nextInt(255))),
        one("date", "DATE", r -> "'" + day(r) + "'"),
        one("datetime", "DATETIME(6)", r -> "'" + day(r) + " 10:00:00." + fraction(r) + "'"),
        one("timestamp", "TIMESTAMP(3)", KeyCase::timestamp),
        one("time", "TIME(6)", KeyCase::time),
        text("ci", "VARCHAR(20) COLLATE utf8mb4_general_ci"),
        text("no pad", "VARCHAR(20) COLLATE utf8mb4_0900_ai_ci"),
        text("three levels", "VARCHAR(20) COLLATE utf8mb4_0900_as_cs"),
        text("bin, padded", "VARCHAR(20) COLLATE utf8mb4_bin"),
        text("char", "CHAR(20) COLLATE utf8mb4_unicode_ci"),
        text("latin1", "VARCHAR(20) CHARACTER SET latin1"),
        text("german latin1", "VARCHAR(20) CHARACTER SET latin1 COLLATE latin1_german2_ci"),
        text("utf16", "VARCHAR(20) CHARACTER SET utf16"),
        text("utf32", "VARCHAR(20) CHARACTER SET utf32"),
        one("gbk", "VARCHAR(20) CHARACTER SET gbk", r -> "'" + han(r) + han(r) + word(r) + "'"),
        one(
            "sjis",
            "VARCHAR(9) CHARACTER SET sjis",
            r -> "_sjis X'815F" + hex(r, 1 + r.nextInt(2), '4') + "'"),
        one("binary", "BINARY(16)", r -> "X'" + hex(r, 1 + r.nextInt(16), '0') + "'"),
        one("varbinary", "VARBINARY(8)", r -> "X'" + hex(r, r.nextInt(8), '0') + "'"),
        one("uuid", "BINARY(16)", r -> "UUID_TO_BIN(UUID())"),
        new KeyCase(
            "day, word, number",
            "c INT NOT NULL, b VARCHAR(5) NOT NULL, a DATE NOT NULL",
            "PRIMARY KEY (a, b, c)",
            "a, b, c",
            r -> r.nextInt(5) + ", '" + letter(r) + "', '2024-01-0" + (1 + r.nextInt(2)) + "'"),
        new KeyCase(
            "mixed directions",
            "a INT NOT NULL, b VARCHAR(5) NOT NULL, c ENUM('x','y','z') NOT NULL",
            "PRIMARY KEY (a DESC, b, c DESC)",
            "a DESC, b, c DESC",
            r -> r.nextInt(4) + ", '" + letter(r) + "', " + (1 + r.nextInt(3))),
        new KeyCase(
            "enum first",
            "e ENUM('q','p','o') NOT NULL, s SET('u','v') NOT NULL, n SMALLINT NOT NULL",
            "PRIMARY KEY (e, s, n)",
            "e, s, n",
            r -> r.nextInt(3) + 1 + ", " + r.nextInt(4) + ", " + r.nextInt(20)),
        new KeyCase(
            "odd names",
            "`k``?{d 1}` INT NOT NULL, `ключ \"x'` INT NOT NULL",
            "UNIQUE KEY `i``{fn}` (`ключ \"x'`, `k``?{d 1}`)",
            "`ключ \"x'`, `k``?{d 1}`",
            r -> r.nextInt(8) + ", " + r.nextInt(30)),
        new KeyCase(
            "many parts",
            "a INT NOT NULL, b INT NOT NULL, c INT NOT NULL, d INT NOT NULL, e INT NOT NULL",
            "UNIQUE KEY (e, d, c, b, a), KEY (a)",
            "e, d, c, b, a",
            r -> "%d,%d,%d,%d,%d".formatted(r.ints(5, 0, 3).boxed().toArray())));
  }

  private static KeyCase one(String name, String type, Function<Random, String> value) {
    return new KeyCase(name, "k " + type + " NOT NULL", "PRIMARY KEY (k)", "k", value);
  }

  private static KeyCase text(String name, String type) {
    return one(name, type, r -> "'" + word(r) + word(r) + "'");
  }

  private static String extreme(Random random, String... ends) {
    int pick = random.nextInt(12);
    return pick < 2 ? ends[pick] : String.valueOf(random.nextLong());
  }

  private static String extreme(Random random, String low, String high, boolean unsigned) {
    int pick = random.nextInt(12);
    return pick == 0 ? low : pick == 1 ? high : Long.toUnsignedString(random.nextLong());
  }

  private static String decimal(Random random) {
    return (random.nextBoolean() ? "-" : "")
        + Math.abs(random.nextLong())
        + Math.abs((long) random.nextInt())
        + ".0000000000000000000000000"
        + fraction(random).substring(1);
  }

  private static String day(Random random) {
    List<String> odd =
        List.of("0000-00-00", "2024-00-10", "2023-02-31", "0000-01-01", "9999-12-31");
    int pick = random.nextInt(20);
    return pick < odd.size()
        ? odd.get(pick)
        : "20%02d-%02d-11".formatted(random.nextInt(60), 1 + pick % 12);
  }

  private static String timestamp(Random random) {
    return random.nextInt(20) == 0
        ? "'0000-00-00 00:00:00'"
        : "FROM_UNIXTIME(" + (1 + random.nextInt(Integer.MAX_VALUE - 1)) + ".5)";
  }

  private static String time(Random random) {
    String sign = random.nextBoolean() ? "-" : "";
    return "'"
        + sign
        + random.nextInt(839)
        + ":%02d:00.".formatted(random.nextInt(60))
        + fraction(random)
        + "'";
  }

  private static String fraction(Random random) {
    return "%06d".formatted(random.nextInt(1_000_000));
  }

  private static String word(Random random) {
    StringBuilder text = new StringBuilder();
    for (int left = random.nextInt(4); left > 0; left--) {
      text.append(WORDS.get(random.nextInt(WORDS.size())));
    }
    return text.toString();
  }

  private static String letter(Random random) {
    return List.of("x", "Y", "z", "", "é", "y2").get(random.nextInt(6));
  }

  private static String han(Random random) {
    return Character.toString(0x4E00 + random.nextInt(500));
  }

  private static String hex(Random random, int bytes, char tail) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < bytes; i++) {
      text.append(tail == '0' && random.nextInt(3) == 0 ? "00" : "4" + random.nextInt(8));
    }
    return text.toString();
  }

  private static String members() {
    StringBuilder text = new StringBuilder("'m0'");
    for (int i = 1; i < 64; i++) {
      text.append(",'m").append(i).append('\'');
    }
    return text.toString();
  }
}
