package io.wherry.source.reconcile;

import io.wherry.common.model.Column;
import io.wherry.common.model.Columns;
import io.wherry.common.model.GtidSet;
import io.wherry.common.model.Position;
import io.wherry.common.model.Row;
import io.wherry.common.model.TableId;
import io.wherry.common.model.ValueKind;
import io.wherry.source.tail.Change;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A naive MySQL: transactions stand in the binary log first, become visible to readers later and in
 * gtid_executed last, each in any order that row locks allow.
 */
final class ModelSource {
  static final String UUID = "11111111-2222-3333-4444-555555555555";
  static final Columns COLUMNS =
      new Columns(
          List.of(
              new Column("id", ValueKind.INTEGER, null, 1),
              new Column("v", ValueKind.INTEGER, null, 0)));

  /** One logged change; null before: insert, null after: delete. */
  record Logged(TableId table, Integer before, Integer beforeValue, Integer after, Integer value) {
    Change change() {
      return new Change(
          before == null ? null : row(before, beforeValue),
          after == null ? null : row(after, value));
    }
  }

  /** A transaction and how far the server is with it. */
  static final class Tx {
    final List<Logged> changes = new ArrayList<>();
    boolean visible;
    boolean executed;
  }

  private final SplittableRandom random;
  private final List<TableId> tables;
  private final int keys;
  final List<Tx> log = new ArrayList<>();
  private final List<Map<TableId, TreeMap<Integer, Integer>>> states = new ArrayList<>();
  private int nextValue = 1000;

  ModelSource(SplittableRandom random, List<TableId> tables, int keys) {
    this.random = random;
    this.tables = tables;
    this.keys = keys;
    Map<TableId, TreeMap<Integer, Integer>> empty = new TreeMap<>();
    tables.forEach(t -> empty.put(t, new TreeMap<>()));
    states.add(empty);
  }

  static Row row(int key, int value) {
    return new Row(new byte[][] {text(key), text(value)});
  }

  static byte[] text(int number) {
    return Integer.toString(number).getBytes(StandardCharsets.US_ASCII);
  }

  static int number(byte[] text) {
    return Integer.parseInt(new String(text, StandardCharsets.US_ASCII));
  }

  /** The rows after the first {@code transactions} of the log. */
  Map<Integer, Integer> stateAt(TableId table, int transactions) {
    return states.get(transactions).get(table);
  }

  /** The rows after just these transactions, in the log's order. */
  TreeMap<Integer, Integer> stateOf(TableId table, GtidSet set) {
    TreeMap<Integer, Integer> rows = new TreeMap<>();
    for (int i = 0; i < log.size(); i++) {
      if (set.contains(UUID + ":" + (i + 1))) {
        log.get(i).changes.stream()
            .filter(c -> c.table().equals(table))
            .forEach(c -> apply(c, rows));
      }
    }
    return rows;
  }

  Position position(int transactions) {
    return new Position(
        GtidSet.parse(transactions == 0 ? "" : UUID + ":1-" + transactions),
        "binlog.000001",
        transactions * 10L);
  }

  GtidSet executed() {
    GtidSet set = GtidSet.EMPTY;
    for (int i = 0; i < log.size(); i++) {
      set = log.get(i).executed ? set.plus(UUID + ":" + (i + 1)) : set;
    }
    return set;
  }

  /** What a SELECT sees now. */
  TreeMap<Integer, Integer> visible(TableId table) {
    TreeMap<Integer, Integer> rows = new TreeMap<>();
    for (Tx tx : log) {
      if (tx.visible) {
        tx.changes.stream().filter(c -> c.table().equals(table)).forEach(c -> apply(c, rows));
      }
    }
    return rows;
  }

  private static void apply(Logged c, Map<Integer, Integer> rows) {
    if (c.before() != null) {
      rows.remove(c.before());
    }
    if (c.after() != null) {
      rows.put(c.after(), c.value());
    }
  }

  /**
   * A transaction with up to four changes, on keys that no invisible transaction holds a lock on.
   */
  void commit() {
    Tx tx = new Tx();
    Map<TableId, TreeMap<Integer, Integer>> state = new TreeMap<>();
    states.get(log.size()).forEach((t, rows) -> state.put(t, new TreeMap<>(rows)));
    for (int n = random.nextInt(5); n > 0; n--) {
      TableId table = tables.get(random.nextInt(tables.size()));
      Logged change = randomChange(table, state.get(table));
      if (change != null && free(change)) {
        apply(change, state.get(table));
        tx.changes.add(change);
      }
    }
    log.add(tx);
    states.add(state);
  }

  private Logged randomChange(TableId table, TreeMap<Integer, Integer> rows) {
    int key = random.nextInt(keys);
    Integer old = rows.get(key);
    if (old == null) {
      return new Logged(table, null, null, key, nextValue++);
    }
    int target = random.nextInt(keys);
    return switch (random.nextInt(4)) {
      case 0 -> new Logged(table, key, old, null, null);
      case 1 -> rows.containsKey(target) ? null : new Logged(table, key, old, target, nextValue++);
      default -> new Logged(table, key, old, key, nextValue++);
    };
  }

  private boolean free(Logged change) {
    return log.stream()
        .filter(tx -> !tx.visible)
        .flatMap(tx -> tx.changes.stream())
        .filter(c -> c.table().equals(change.table()))
        .noneMatch(c -> shares(c, change));
  }

  private static boolean shares(Logged a, Logged b) {
    for (Integer key : new Integer[] {a.before(), a.after()}) {
      if (key != null && (key.equals(b.before()) || key.equals(b.after()))) {
        return true;
      }
    }
    return false;
  }

  /** Some transaction becomes visible, or is added to gtid_executed. */
  void settleOne() {
    List<Tx> pending = log.stream().filter(tx -> !tx.executed).toList();
    if (!pending.isEmpty()) {
      Tx tx = pending.get(random.nextInt(pending.size()));
      tx.executed = tx.visible && earlierExecuted(tx);
      tx.visible = true;
    }
  }

  /** binlog_order_commits=ON: no transaction is in gtid_executed before one it had to wait for. */
  private boolean earlierExecuted(Tx tx) {
    return log.subList(0, log.indexOf(tx)).stream()
        .filter(earlier -> !earlier.executed)
        .noneMatch(earlier -> conflict(earlier, tx));
  }

  private static boolean conflict(Tx a, Tx b) {
    return a.changes.stream()
        .anyMatch(
            x -> b.changes.stream().anyMatch(y -> x.table().equals(y.table()) && shares(x, y)));
  }

  void settleAll() {
    log.forEach(
        tx -> {
          tx.visible = true;
          tx.executed = true;
        });
  }
}
