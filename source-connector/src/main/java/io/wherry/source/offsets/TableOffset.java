package io.wherry.source.offsets;

import io.wherry.common.model.GtidSet;
import io.wherry.common.model.Row;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How far a table's snapshot came: what Connect stores for {@code {server, database, table}}.
 *
 * @param generation how often the table was read from its beginning, from 1
 * @param key identity of the last row released, null before the first
 * @param done whether the snapshot is complete
 * @param from the table's changes in these transactions are in its definition or its pinned view
 *     already and must not be sent again
 */
public record TableOffset(long generation, Row key, boolean done, GtidSet from) {
  static final String GENERATION = "generation";
  static final String KEY = "key";
  static final String DONE = "done";
  static final String FROM = "from";

  /** A table whose reading begins. */
  public static TableOffset begun(long generation, GtidSet from) {
    return new TableOffset(generation, null, false, from);
  }

  /** The same table, read up to this row. */
  public TableOffset readTo(Row lastKey) {
    return new TableOffset(generation, lastKey, false, from);
  }

  /** The same table, read completely. */
  public TableOffset completed() {
    return new TableOffset(generation, null, true, from);
  }

  /** Strings, numbers and booleans only, so that people can read and edit it. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put(LogOffset.VERSION, LogOffset.CURRENT);
    map.put(GENERATION, generation);
    map.put(DONE, done);
    map.put(FROM, from.toString());
    if (key != null) {
      map.put(
          KEY,
          Stream.of(key.values())
              .map(v -> HexFormat.of().formatHex(v))
              .collect(Collectors.joining(",")));
    }
    return map;
  }

  /**
   * Reads what {@link #toMap} wrote.
   *
   * @throws IllegalArgumentException naming the field that is wrong
   */
  public static TableOffset of(Map<String, ?> map) {
    LogOffset.checkVersion(map);
    String key = (String) LogOffset.field(map, KEY, String.class, false);
    return new TableOffset(
        ((Number) LogOffset.field(map, GENERATION, Number.class, true)).longValue(),
        key == null ? null : parseKey(key),
        (Boolean) LogOffset.field(map, DONE, Boolean.class, true),
        GtidSet.parse((String) LogOffset.field(map, FROM, String.class, true)));
  }

  private static Row parseKey(String text) {
    return new Row(
        Stream.of(text.split(",", -1)).map(HexFormat.of()::parseHex).toArray(byte[][]::new));
  }
}
