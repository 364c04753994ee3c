package io.wherry.source.preflight;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server's version, as far as decisions depend on it. */
record ServerVersion(int major, int minor, int patch, String text) {
  private static final Pattern NUMBERS = Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+).*");

  /** Reads what VERSION() returns. */
  static ServerVersion parse(String text) {
    Matcher matcher = NUMBERS.matcher(text);
    if (!matcher.matches()) {
      return new ServerVersion(0, 0, 0, text);
    }
    return new ServerVersion(
        Integer.parseInt(matcher.group(1)),
        Integer.parseInt(matcher.group(2)),
        Integer.parseInt(matcher.group(3)),
        text);
  }

  boolean atLeast(int wantedMajor, int wantedMinor, int wantedPatch) {
    if (major != wantedMajor) {
      return major > wantedMajor;
    }
    return minor != wantedMinor ? minor > wantedMinor : patch >= wantedPatch;
  }

  /** A finding unless we can read this server's log. */
  void check(PreflightReport report) {
    if (text.toLowerCase(java.util.Locale.ROOT).contains("mariadb")) {
      report.add(
          Finding.host(
              "the server is MariaDB " + text + "; its log has another form: use a MySQL source"));
    } else if (!atLeast(8, 0, 1)) {
      report.add(
          Finding.host(
              "the server is MySQL "
                  + text
                  + ", which does not log column names: upgrade it to 8.0.1 or later"));
    }
  }

  /** Whether rows that a foreign key changes are in the log. */
  boolean logsCascades(String nativeForeignKeys) {
    return atLeast(9, 6, 0) && !"ON".equals(nativeForeignKeys);
  }
}
