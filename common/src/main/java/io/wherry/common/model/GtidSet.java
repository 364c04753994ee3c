package io.wherry.common.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * An immutable set of MySQL transaction identifiers, tags included ({@code uuid:1-5:7,
 * uuid:tag:1-3}). Text form and meaning follow the server's GTID_SUBSET; a set prints in one
 * normalised way, so equal sets have equal text.
 */
public final class GtidSet {
  /** The set without members. */
  public static final GtidSet EMPTY = new GtidSet(new TreeMap<>());

  private record Interval(long first, long last) {}

  /** Intervals by source: {@code uuid} or {@code uuid:tag}; sorted, disjoint, never adjacent. */
  private final TreeMap<String, List<Interval>> bySource;

  private GtidSet(TreeMap<String, List<Interval>> bySource) {
    this.bySource = bySource;
  }

  /**
   * Reads the server's text form; white space is ignored.
   *
   * @throws IllegalArgumentException where the text is not a GTID set
   */
  public static GtidSet parse(String text) {
    TreeMap<String, List<Interval>> sets = new TreeMap<>();
    for (String part : text.replaceAll("\\s+", "").split(",")) {
      if (!part.isEmpty()) {
        parsePart(part, text, sets);
      }
    }
    return new GtidSet(sets);
  }

  private static void parsePart(String part, String whole, Map<String, List<Interval>> into) {
    String[] fields = part.toLowerCase(Locale.ROOT).split(":");
    if (fields.length < 2 || !fields[0].matches("[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}")) {
      throw new IllegalArgumentException("not a GTID set: " + whole);
    }
    String source = fields[0];
    for (int i = 1; i < fields.length; i++) {
      if (Character.isDigit(fields[i].charAt(0))) {
        insert(into.computeIfAbsent(source, s -> new ArrayList<>()), interval(fields[i], whole));
      } else {
        source = fields[0] + ":" + fields[i];
      }
    }
  }

  private static Interval interval(String text, String whole) {
    try {
      int dash = text.indexOf('-');
      long first = Long.parseLong(dash < 0 ? text : text.substring(0, dash));
      long last = dash < 0 ? first : Long.parseLong(text.substring(dash + 1));
      if (first < 1 || last < first) {
        throw new IllegalArgumentException("not a GTID set: " + whole);
      }
      return new Interval(first, last);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("not a GTID set: " + whole, e);
    }
  }

  private static void insert(List<Interval> intervals, Interval added) {
    int at = 0;
    while (at < intervals.size() && intervals.get(at).last() < added.first() - 1) {
      at++;
    }
    Interval merged = added;
    while (at < intervals.size() && intervals.get(at).first() <= merged.last() + 1) {
      Interval old = intervals.remove(at);
      merged =
          new Interval(Math.min(old.first(), merged.first()), Math.max(old.last(), merged.last()));
    }
    intervals.add(at, merged);
  }

  /** This set with one more transaction, given as {@code uuid:7} or {@code uuid:tag:7}. */
  public GtidSet plus(String gtid) {
    int colon = gtid.lastIndexOf(':');
    String source = gtid.substring(0, colon).toLowerCase(Locale.ROOT);
    long number = Long.parseLong(gtid.substring(colon + 1));
    TreeMap<String, List<Interval>> copy = new TreeMap<>(bySource);
    List<Interval> intervals = new ArrayList<>(copy.getOrDefault(source, List.of()));
    insert(intervals, new Interval(number, number));
    copy.put(source, intervals);
    return new GtidSet(copy);
  }

  /** The union of both sets. */
  public GtidSet plusAll(GtidSet other) {
    return other.isEmpty() ? this : parse(this + "," + other);
  }

  /** Whether one transaction, given as {@code uuid:7} or {@code uuid:tag:7}, is a member. */
  public boolean contains(String gtid) {
    int colon = gtid.lastIndexOf(':');
    List<Interval> intervals = bySource.get(gtid.substring(0, colon).toLowerCase(Locale.ROOT));
    long number = Long.parseLong(gtid.substring(colon + 1));
    return intervals != null && covered(new Interval(number, number), intervals);
  }

  /** Whether every member of this set is a member of {@code other}. */
  public boolean isSubsetOf(GtidSet other) {
    return bySource.entrySet().stream()
        .allMatch(
            e -> {
              List<Interval> theirs = other.bySource.getOrDefault(e.getKey(), List.of());
              return e.getValue().stream().allMatch(i -> covered(i, theirs));
            });
  }

  private static boolean covered(Interval wanted, List<Interval> intervals) {
    return intervals.stream()
        .anyMatch(i -> i.first() <= wanted.first() && wanted.last() <= i.last());
  }

  public boolean isEmpty() {
    return bySource.isEmpty();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof GtidSet set && bySource.equals(set.bySource);
  }

  @Override
  public int hashCode() {
    return bySource.hashCode();
  }

  /** Sources in order, untagged before tagged: {@code uuid:1-5:7,uuid:tag:1-3}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    bySource.forEach(
        (source, intervals) -> {
          text.append(text.isEmpty() ? "" : ",").append(source);
          for (Interval i : intervals) {
            text.append(':').append(i.first());
            if (i.last() > i.first()) {
              text.append('-').append(i.last());
            }
          }
        });
    return text.toString();
  }
}
