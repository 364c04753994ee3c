package io.wherry.common.mysql;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One item of an include or exclude list: names joined by dots, {@code *} for any characters, a
 * name in backticks taken literally ({@code `c71.eu`.orders}, {@code shop.*}). Matches case as the
 * server stores it.
 */
public final class NamePattern {
  private final String text;
  private final List<Pattern> parts;
  private final boolean wildcard;

  private NamePattern(String text, List<Pattern> parts, boolean wildcard) {
    this.text = text;
    this.parts = parts;
    this.wildcard = wildcard;
  }

  /**
   * Reads a comma-separated list.
   *
   * @param parts how many names each item has: 2 for tables, 3 for columns
   * @throws IllegalArgumentException naming the item that does not have that form
   */
  public static List<NamePattern> parseList(String list, int parts) {
    List<NamePattern> patterns = new ArrayList<>();
    for (List<String> item : split(list)) {
      String text = String.join(".", item);
      if (item.size() != parts || item.stream().anyMatch(String::isEmpty)) {
        throw new IllegalArgumentException(
            "'"
                + text
                + "' does not have the form "
                + (parts == 2 ? "database.table" : "database.table.column")
                + "; put names that hold dots or commas in backticks");
      }
      patterns.add(compile(text, item));
    }
    return patterns;
  }

  private static List<List<String>> split(String list) {
    List<List<String>> items = new ArrayList<>();
    List<String> item = new ArrayList<>();
    StringBuilder name = new StringBuilder();
    boolean quoted = false;
    for (char c : (list + ",").toCharArray()) {
      quoted ^= c == '`';
      if (quoted || c != '.' && c != ',') {
        name.append(c);
        continue;
      }
      item.add(name.toString().strip());
      name.setLength(0);
      if (c == ',') {
        if (item.size() > 1 || !item.get(0).isEmpty()) {
          items.add(item);
        }
        item = new ArrayList<>();
      }
    }
    if (quoted) {
      throw new IllegalArgumentException("a backtick is not closed in: " + list);
    }
    return items;
  }

  private static NamePattern compile(String text, List<String> names) {
    boolean wildcard = names.stream().anyMatch(n -> !n.startsWith("`") && n.contains("*"));
    List<Pattern> parts = names.stream().map(NamePattern::compileName).collect(Collectors.toList());
    return new NamePattern(text, parts, wildcard);
  }

  private static Pattern compileName(String name) {
    if (name.startsWith("`") && name.endsWith("`") && name.length() > 1) {
      return Pattern.compile(
          Pattern.quote(name.substring(1, name.length() - 1).replace("``", "`")), Pattern.DOTALL);
    }
    String regex =
        Stream.of(name.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
    return Pattern.compile(regex, Pattern.DOTALL);
  }

  /** Whether every name matches its part. */
  public boolean matches(String... names) {
    if (names.length != parts.size()) {
      return false;
    }
    for (int i = 0; i < names.length; i++) {
      if (!parts.get(i).matcher(names[i]).matches()) {
        return false;
      }
    }
    return true;
  }

  /** Whether the first name matches. */
  boolean matchesFirst(String name) {
    return parts.get(0).matcher(name).matches();
  }

  /** Whether the item holds a {@code *} outside backticks. */
  public boolean wildcard() {
    return wildcard;
  }

  /** As the user wrote it. */
  @Override
  public String toString() {
    return text;
  }
}
