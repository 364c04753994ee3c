package io.wherry.source.preflight;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What SHOW GRANTS says of an account and its active roles, as far as whole servers and databases
 * are concerned.
 */
final class Grants {
  private static final Pattern LINE =
      Pattern.compile(
          "(GRANT|REVOKE) (.+?) ON (\\*|`(?:[^`]|``)*`)\\.(\\*|`(?:[^`]|``)*`) (?:TO|FROM) .*",
          Pattern.DOTALL);

  /** One line about a database or, with a null name, the server. */
  private record Line(boolean revoke, Set<String> privileges, String database) {

    boolean names(String privilege) {
      return privileges.contains(privilege) || privileges.contains("ALL PRIVILEGES");
    }
  }

  private final List<Line> lines = new ArrayList<>();

  Grants(List<String> texts) {
    for (String text : texts) {
      Matcher m = LINE.matcher(text);
      if (m.matches() && m.group(4).equals("*")) {
        String database = m.group(3).equals("*") ? null : unquote(m.group(3));
        Set<String> privileges = Set.copyOf(List.of(m.group(2).split(", ")));
        lines.add(new Line(m.group(1).equals("REVOKE"), privileges, database));
      }
    }
  }

  static Grants read(Connection connection) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rs = statement.executeQuery("SHOW GRANTS")) {
      while (rs.next()) {
        texts.add(rs.getString(1));
      }
    }
    return new Grants(texts);
  }

  /** Whether the privilege is held on all tables of the database, also those still to come. */
  boolean cover(String privilege, String database) {
    boolean server = false;
    boolean revoked = false;
    for (Line line : lines) {
      if (line.names(privilege)) {
        boolean here = line.database() != null && like(line.database(), database);
        if (here && !line.revoke()) {
          return true;
        }
        server |= line.database() == null && !line.revoke();
        revoked |= here && line.revoke();
      }
    }
    return server && !revoked;
  }

  private static String unquote(String quoted) {
    return quoted.substring(1, quoted.length() - 1).replace("``", "`");
  }

  /** Database names in grants are patterns with percent and underscore, and a backslash before. */
  private static boolean like(String pattern, String database) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == '\\' && i + 1 < pattern.length()) {
        c = pattern.charAt(++i);
        regex.append(Pattern.quote(String.valueOf(c)));
      } else {
        regex.append(c == '%' ? ".*" : c == '_' ? "." : Pattern.quote(String.valueOf(c)));
      }
    }
    return Pattern.compile(regex.toString(), Pattern.DOTALL).matcher(database).matches();
  }
}
