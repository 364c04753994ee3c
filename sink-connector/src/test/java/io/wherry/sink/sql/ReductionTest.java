package io.wherry.sink.sql;

import static io.wherry.sink.sql.Rows.delete;
import static io.wherry.sink.sql.Rows.insert;
import static io.wherry.sink.sql.Rows.row;
import static io.wherry.sink.sql.Rows.update;
import static org.assertj.core.api.Assertions.assertThat;

import io.wherry.common.model.Columns;
import io.wherry.common.model.Row;
import io.wherry.common.wire.Entry;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ReductionTest {
  private static final Columns COLUMNS = History.COLUMNS;
  private static final BitSet UNIQUE = BitSet.valueOf(new long[] {2});

  @Test
  void randomHistoriesEndAsANaiveReplicaWould() {
    long seed = System.nanoTime();
    System.out.println("ReductionTest seed " + seed);
    Random random = new Random(seed);
    for (int round = 0; round < 4000; round++) {
      History source = new History(random);
      source.changes(random.nextInt(12));
      Map<String, Row> target = part(source.rows(), random);
      Map<String, Row> expected = new TreeMap<>(target);
      List<Entry> changes = source.changes(1 + random.nextInt(15));
      touched(changes).forEach(expected::remove);
      source.rows().forEach((k, r) -> addIfTouched(expected, touched(changes), k, r));
      apply(Reduction.of(COLUMNS, changes, UNIQUE), target, random);
      assertThat(texts(target)).as("seed " + seed + " round " + round).isEqualTo(texts(expected));
    }
  }

  private static void addIfTouched(
      Map<String, Row> expected, Set<String> touched, String key, Row row) {
    if (touched.contains(key)) {
      expected.put(key, row);
    }
  }

  /** A snapshot may have brought only some of the rows yet. */
  private static Map<String, Row> part(Map<String, Row> rows, Random random) {
    Map<String, Row> part = new TreeMap<>(rows);
    if (random.nextBoolean()) {
      part.keySet().removeIf(k -> random.nextBoolean());
    }
    return part;
  }

  private static Set<String> touched(List<Entry> changes) {
    Set<String> keys = new HashSet<>();
    for (Entry change : changes) {
      if (change instanceof Entry.Insert i) {
        keys.add(History.collated(i.after()));
      } else if (change instanceof Entry.Delete d) {
        keys.add(History.collated(d.before()));
      } else if (change instanceof Entry.Update u) {
        keys.add(History.collated(u.before()));
        keys.add(History.collated(u.after()));
      }
    }
    return keys;
  }

  /** What the server does with the statements; every statement's rows in any order. */
  private static void apply(Reduction reduction, Map<String, Row> target, Random random) {
    reduction.gone().forEach(r -> target.remove(History.collated(r)));
    reduction.replaced().forEach(r -> target.remove(History.collated(r)));
    List<Row> writes = new ArrayList<>(reduction.replaced());
    Collections.shuffle(writes, random);
    for (Row row : writes) {
      assertThat(target).doesNotContainKey(History.collated(row));
      write(target, row);
    }
    List<Row> kept = new ArrayList<>(reduction.kept());
    Collections.shuffle(kept, random);
    kept.forEach(row -> write(target, row));
  }

  private static void write(Map<String, Row> target, Row row) {
    target.put(History.collated(row), row);
    Set<String> seen = new HashSet<>();
    for (Row r : target.values()) {
      assertThat(r.get(1) == null || seen.add(Rows.text(r.get(1)))).as("unique").isTrue();
    }
  }

  private static List<String> texts(Map<String, Row> rows) {
    return rows.values().stream()
        .map(r -> Rows.text(r.get(0)) + Rows.text(r.get(1)) + Rows.text(r.get(2)))
        .toList();
  }

  private static Reduction of(Entry... changes) {
    return Reduction.of(COLUMNS, List.of(changes), UNIQUE);
  }

  @Test
  void anUpdateThatLeavesUniqueColumnsAloneIsKept() {
    Row first = row("a", 1, 1);
    Row last = row("a", 1, 2);
    Reduction reduction = of(update(COLUMNS, first, last), update(COLUMNS, last, first));
    assertThat(reduction.kept()).containsExactly(first);
    assertThat(reduction.replaced()).isEmpty();
    assertThat(reduction.gone()).isEmpty();
  }

  @Test
  void aUniqueValueThatCameBackIsStillReplaced() {
    Row first = row("a", 1, 1);
    Row last = row("a", 2, 1);
    Reduction reduction = of(update(COLUMNS, first, last), update(COLUMNS, last, first));
    assertThat(reduction.replaced()).containsExactly(first);
    assertThat(reduction.kept()).isEmpty();
  }

  @Test
  void aKeyInOtherCaseIsDeletedUnderItsOldSpelling() {
    Row old = row("a", 1, 1);
    Row now = row("A", 1, 1);
    Reduction reduction = of(update(COLUMNS, old, now));
    assertThat(reduction.gone()).hasSize(1);
    assertThat(Rows.text(reduction.gone().get(0).get(0))).isEqualTo("a");
    assertThat(reduction.replaced()).containsExactly(now);
  }

  @Test
  void whatCameAndWentIsDeletedOnly() {
    Reduction reduction = of(insert("a", 1, 1), delete(COLUMNS, row("a", 1, 1)));
    assertThat(reduction.gone()).hasSize(1);
    assertThat(reduction.replaced()).isEmpty();
    assertThat(reduction.kept()).isEmpty();
  }
}
