package io.wherry.sink.sql;

import io.wherry.common.model.Column;
import io.wherry.common.model.Columns;
import io.wherry.common.model.Row;
import io.wherry.common.wire.Entry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * A source table that changes at random, one change after the other, each of them valid: a text key
 * that ignores case, a nullable unique number, a plain number. What a naive replica would hold is
 * simply {@link #rows}.
 */
final class History {
  static final Column KEY = Rows.text("k", 1);
  static final Columns COLUMNS = Rows.columns(KEY, Rows.number("u"), Rows.number("v"));

  private final Random random;
  private final TreeMap<String, Row> rows = new TreeMap<>();

  History(Random random) {
    this.random = random;
  }

  /** Rows by key as the server compares it. */
  Map<String, Row> rows() {
    return rows;
  }

  static String collated(Row row) {
    return Rows.text(row.get(0)).toLowerCase(Locale.ROOT);
  }

  /** The next changes. Unique values move between rows by way of NULL or of a deletion. */
  List<Entry> changes(int count) {
    List<Entry> changes = new ArrayList<>();
    while (changes.size() < count) {
      int dice = random.nextInt(10);
      if (rows.isEmpty() || dice < 3) {
        insert(changes);
      } else if (dice < 5) {
        delete(changes);
      } else if (dice == 5) {
        swap(changes);
      } else {
        update(changes);
      }
    }
    return changes;
  }

  private void insert(List<Entry> changes) {
    Row row = Rows.row(name(), free(null), random.nextInt(3));
    if (rows.putIfAbsent(collated(row), row) == null) {
      changes.add(new Entry.Insert(row));
    }
  }

  private void delete(List<Entry> changes) {
    Row row = any();
    rows.remove(collated(row));
    changes.add(Rows.delete(COLUMNS, row));
  }

  private void update(List<Entry> changes) {
    Row before = any();
    boolean move = random.nextInt(4) == 0;
    Object unique = random.nextInt(3) == 0 ? free(before) : value(before.get(1));
    Row after = Rows.row(move ? name() : Rows.text(before.get(0)), unique, random.nextInt(3));
    if (collated(after).equals(collated(before)) || !rows.containsKey(collated(after))) {
      change(changes, before, after);
    }
  }

  /** Two rows exchange their unique values, one step through NULL. */
  private void swap(List<Entry> changes) {
    Row a = any();
    Row b = any();
    if (a != b) {
      Row parked = Rows.row(Rows.text(a.get(0)), null, Rows.text(a.get(2)));
      change(changes, a, parked);
      change(changes, b, Rows.row(Rows.text(b.get(0)), value(a.get(1)), Rows.text(b.get(2))));
      change(changes, parked, Rows.row(Rows.text(a.get(0)), value(b.get(1)), Rows.text(a.get(2))));
    }
  }

  private void change(List<Entry> changes, Row before, Row after) {
    rows.remove(collated(before));
    rows.put(collated(after), after);
    changes.add(Rows.update(COLUMNS, before, after));
  }

  private Row any() {
    List<Row> all = List.copyOf(rows.values());
    return all.get(random.nextInt(all.size()));
  }

  /** Four letters, upper and lower case. */
  private String name() {
    String letter = String.valueOf((char) ('a' + random.nextInt(5)));
    return random.nextBoolean() ? letter : letter.toUpperCase(Locale.ROOT);
  }

  private static Object value(byte[] bytes) {
    return bytes == null ? null : Rows.text(bytes);
  }

  /** A unique value that no other row has, often one that a row just gave up; or NULL. */
  private Object free(Row own) {
    Set<String> taken = new HashSet<>();
    rows.values().stream().filter(r -> r != own).forEach(r -> taken.add(Rows.text(r.get(1))));
    String wanted = String.valueOf(random.nextInt(7));
    return taken.contains(wanted) ? null : wanted;
  }
}
