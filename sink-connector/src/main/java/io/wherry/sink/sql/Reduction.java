package io.wherry.sink.sql;

import io.wherry.common.model.Columns;
import io.wherry.common.model.Row;
import io.wherry.common.model.RowKey;
import io.wherry.common.wire.Entry;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a run of changes of a keyed table comes to, a row at most once.
 *
 * <p>Invariant: let the target hold a part of the rows of a source state S, and let the changes
 * lead from S to S'. Then deleting {@code gone} and the keys of {@code replaced}, and after that
 * writing {@code replaced} and {@code kept} in any order, leaves every touched key as it is in S',
 * every other row as it was, and never in between two rows with equal values in a unique key,
 * because what stands there is always part of S or of S' on each unique value. A row is in {@code
 * kept} only if its key and its unique columns stayed as they were throughout.
 *
 * @param gone identity columns of rows that are not in S'
 * @param replaced last images of rows whose key or unique columns may have changed
 * @param kept last images of the others
 */
record Reduction(List<Row> gone, List<Row> replaced, List<Row> kept) {

  /**
   * Reduces changes.
   *
   * @param unique columns that may decide a secondary unique key's value
   */
  static Reduction of(Columns columns, List<Entry> changes, BitSet unique) {
    Fold fold = new Fold(columns, unique);
    changes.forEach(fold::add);
    return fold.result();
  }

  /** One key's way through the changes. */
  private static final class Fate {
    private final Row identity;
    private Row image;
    private boolean moved;

    Fate(Row identity) {
      this.identity = identity;
    }
  }

  /** Follows every key by its exact bytes. */
  private static final class Fold {
    private final Columns columns;
    private final int[] key;
    private final BitSet unique;
    private final Map<RowKey, Fate> fates = new LinkedHashMap<>();

    Fold(Columns columns, BitSet unique) {
      this.columns = columns;
      this.key = columns.identity();
      this.unique = unique;
    }

    void add(Entry entry) {
      if (entry instanceof Entry.Insert insert) {
        arrive(insert.after());
      } else if (entry instanceof Entry.Delete delete) {
        leave(delete.before());
      } else if (entry instanceof Entry.Update update) {
        update(update);
      } else {
        throw new IllegalArgumentException("not a row change: " + entry.getClass());
      }
    }

    private void update(Entry.Update update) {
      RowKey before = RowKey.ofIdentity(update.before(), columns);
      if (before.equals(RowKey.of(update.after(), columns))) {
        Fate fate = fate(update.before());
        fate.image = update.after();
        fate.moved |= update.changed().intersects(unique);
      } else {
        leave(update.before());
        arrive(update.after());
      }
    }

    private void arrive(Row image) {
      Fate fate = fate(image.pick(key));
      fate.image = image;
      fate.moved = true;
    }

    private void leave(Row identity) {
      Fate fate = fate(identity);
      fate.image = null;
      fate.moved = true;
    }

    private Fate fate(Row identity) {
      return fates.computeIfAbsent(RowKey.ofIdentity(identity, columns), k -> new Fate(identity));
    }

    Reduction result() {
      List<Row> gone = new ArrayList<>();
      List<Row> replaced = new ArrayList<>();
      List<Row> kept = new ArrayList<>();
      for (Fate fate : fates.values()) {
        if (fate.image == null) {
          gone.add(fate.identity);
        } else if (fate.moved) {
          replaced.add(fate.image);
        } else {
          kept.add(fate.image);
        }
      }
      return new Reduction(gone, replaced, kept);
    }
  }
}
