package io.wherry.source.offsets;

import io.wherry.common.model.GtidSet;
import io.wherry.common.model.Position;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where the tail goes on: what Connect stores for {@code {server}}.
 *
 * @param position every change up to here is in its lane's topic, and every lane has a record that
 *     says so
 */
public record LogOffset(Position position) {
  static final String VERSION = "version";
  static final long CURRENT = 1;
  static final String GTIDS = "gtids";
  static final String FILE = "file";
  static final String OFFSET = "offset";

  /** Strings and numbers only, so that people can read and edit it. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put(VERSION, CURRENT);
    map.put(GTIDS, position.gtids().toString());
    map.put(FILE, position.file());
    map.put(OFFSET, position.offset());
    return map;
  }

  /**
   * Reads what {@link #toMap} wrote.
   *
   * @throws IllegalArgumentException naming the field that is wrong
   */
  public static LogOffset of(Map<String, ?> map) {
    checkVersion(map);
    return new LogOffset(
        new Position(
            GtidSet.parse((String) field(map, GTIDS, String.class, true)),
            (String) field(map, FILE, String.class, true),
            ((Number) field(map, OFFSET, Number.class, true)).longValue()));
  }

  static void checkVersion(Map<String, ?> map) {
    long version = ((Number) field(map, VERSION, Number.class, true)).longValue();
    if (version != CURRENT) {
      throw new IllegalArgumentException(
          "offset version " + version + " is not " + CURRENT + ": written by another release");
    }
  }

  static Object field(Map<String, ?> map, String name, Class<?> type, boolean needed) {
    Object value = map.get(name);
    if (value == null ? needed : !type.isInstance(value)) {
      throw new IllegalArgumentException(
          "offset field '" + name + "' is " + value + ", wanted a " + type.getSimpleName());
    }
    return value;
  }
}
