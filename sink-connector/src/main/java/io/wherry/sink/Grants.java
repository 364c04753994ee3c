package io.wherry.sink;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What an account may do, as SHOW GRANTS prints it, roles included where they are active. */
record Grants(List<Grant> granted, List<Grant> revoked) {
  private static final Pattern LINE =
      Pattern.compile("^(GRANT|REVOKE) (.+) ON (?:TABLE )?(\\S.*?)\\.(\\*|`.*`) (?:TO|FROM) .*$");

  /**
   * Privileges on one database or on all.
   *
   * @param names upper case
   * @param database as a LIKE pattern; {@code *} for all
   */
  record Grant(Set<String> names, String database) {
    boolean covers(String name) {
      return database.equals("*") || like(database).matcher(name).matches();
    }

    /** A database name that the pattern covers. */
    String exampleDatabase() {
      return database.replaceAll("\\\\(.)|%", "$1");
    }

    boolean holds(String privilege) {
      return names.contains(privilege) || names.contains("ALL PRIVILEGES");
    }
  }

  static Grants parse(List<String> lines) {
    List<Grant> granted = new ArrayList<>();
    List<Grant> revoked = new ArrayList<>();
    for (String line : lines) {
      Matcher m = LINE.matcher(line);
      if (m.matches() && m.group(4).equals("*")) {
        (m.group(1).equals("GRANT") ? granted : revoked)
            .add(new Grant(names(m.group(2)), unquoted(m.group(3))));
      }
    }
    return new Grants(granted, revoked);
  }

  /** Those of the privileges that are not held on a whole database, in the order given. */
  Set<String> missing(String database, Set<String> wanted) {
    return wanted.stream()
        .filter(
            name ->
                granted.stream().noneMatch(g -> g.covers(database) && g.holds(name))
                    || revoked.stream().anyMatch(g -> g.covers(database) && g.holds(name)))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static Set<String> names(String list) {
    return Arrays.stream(list.split(","))
        .map(name -> name.strip().toUpperCase(Locale.ROOT))
        .collect(Collectors.toSet());
  }

  private static String unquoted(String name) {
    return name.startsWith("`") && name.endsWith("`") && name.length() > 1
        ? name.substring(1, name.length() - 1).replace("``", "`")
        : name;
  }

  private static Pattern like(String pattern) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == '\\' && i + 1 < pattern.length()) {
        regex.append(Pattern.quote(pattern.substring(++i, i + 1)));
      } else {
        regex.append(c == '%' ? ".*" : c == '_' ? "." : Pattern.quote(String.valueOf(c)));
      }
    }
    return Pattern.compile(regex.toString(), Pattern.DOTALL);
  }
}
