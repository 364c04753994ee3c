package io.wherry.sink.sql;

import java.util.ArrayList;
import java.util.List;

/**
 * One item of a list of routes: names joined by dots, a colon, names joined by dots. Names in
 * backticks are taken literally.
 */
record RouteText(List<String> from, List<String> to) {

  /**
   * Reads a comma-separated list; blank items are skipped.
   *
   * @param parts how many names each side has
   * @throws IllegalArgumentException naming the item that does not have that form
   */
  static List<RouteText> parseList(String list, int parts) {
    List<RouteText> routes = new ArrayList<>();
    for (String item : split(list == null ? "" : list, ',')) {
      if (!item.isBlank()) {
        routes.add(parse(item.strip(), parts));
      }
    }
    return routes;
  }

  private static RouteText parse(String item, int parts) {
    List<String> sides = split(item, ':');
    if (sides.size() == 2) {
      List<String> from = names(sides.get(0));
      List<String> to = names(sides.get(1));
      if (from.size() == parts && to.size() == parts && allNamed(from) && allNamed(to)) {
        return new RouteText(from, to);
      }
    }
    throw new IllegalArgumentException(
        "'"
            + item
            + "' does not have the form "
            + (parts == 1 ? "database:database" : "database.table:database.table")
            + "; put names that hold dots, colons or commas in backticks");
  }

  private static boolean allNamed(List<String> names) {
    return names.stream().noneMatch(String::isEmpty);
  }

  private static List<String> names(String side) {
    return split(side, '.').stream().map(RouteText::unquote).toList();
  }

  private static String unquote(String part) {
    String name = part.strip();
    boolean quoted = name.length() > 1 && name.startsWith("`") && name.endsWith("`");
    return quoted ? name.substring(1, name.length() - 1).replace("``", "`") : name;
  }

  /** Splits at a character that stands outside backticks. */
  private static List<String> split(String text, char at) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    boolean quoted = false;
    for (char c : text.toCharArray()) {
      quoted ^= c == '`';
      if (!quoted && c == at) {
        parts.add(part.toString());
        part.setLength(0);
      } else {
        part.append(c);
      }
    }
    if (quoted) {
      throw new IllegalArgumentException("a backtick is not closed in: " + text);
    }
    parts.add(part.toString());
    return parts;
  }

  /** As a user writes it, more or less. */
  @Override
  public String toString() {
    return String.join(".", from) + ":" + String.join(".", to);
  }
}
