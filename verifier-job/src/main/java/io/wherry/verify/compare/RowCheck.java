package io.wherry.verify.compare;

import io.wherry.verify.table.RowId;
import io.wherry.verify.table.TablePlan;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Proves rows different while writers may go on. A row is settled when the target shows what the
 * source showed just before or shows just after; it is different when, twice and each time behind a
 * position of its own, the source stood still and the target showed something else.
 */
final class RowCheck {
  private static final int STRIKES = 2;
  private static final int ROUNDS = 8;
  private static final int FEW = 2000;
  private static final long PAUSE = 1000;

  private final TableReader reader;
  private final CatchUp catchUp;

  RowCheck(TableReader reader, CatchUp catchUp) {
    this.reader = reader;
    this.catchUp = catchUp;
  }

  /**
   * The outcome.
   *
   * @param different what each server has of the rows that differ; null where it has none
   * @param unsettled rows that changed whenever they were looked at
   */
  record Outcome(Map<RowId, Both<Checksum>> different, Set<RowId> unsettled) {}

  /** Decides rows of a slice that did not look equal. */
  Outcome decide(TablePlan plan, Slice slice, Set<RowId> suspects) throws SQLException {
    Set<RowId> open = new LinkedHashSet<>(suspects);
    Map<RowId, Integer> strikes = new HashMap<>();
    Map<RowId, Both<Checksum>> different = new LinkedHashMap<>();
    for (int round = 0; round < ROUNDS && !open.isEmpty(); round++) {
      Map<RowId, Checksum> first = read(Side.SOURCE, plan, slice, open);
      String position = catchUp.await(plan.source());
      Map<RowId, Checksum> there = read(Side.TARGET, plan, slice, open);
      Map<RowId, Checksum> again = read(Side.SOURCE, plan, slice, open);
      for (RowId row : List.copyOf(open)) {
        if (judge(row, first, there, again, strikes)) {
          open.remove(row);
          if (strikes.getOrDefault(row, 0) == STRIKES) {
            different.put(row, new Both<>(again.get(row), there.get(row)));
          }
        }
      }
      // Where the source writes, two looks in a row are one look: a value may come and go between.
      if (!open.isEmpty() && !catchUp.position().equals(position)) {
        LaneWait.sleep(PAUSE);
      }
    }
    return new Outcome(different, open);
  }

  /** Whether the row is decided: either settled, or with its last strike. */
  private static boolean judge(
      RowId row,
      Map<RowId, Checksum> first,
      Map<RowId, Checksum> there,
      Map<RowId, Checksum> again,
      Map<RowId, Integer> strikes) {
    Checksum target = there.get(row);
    if (Objects.equals(target, first.get(row)) || Objects.equals(target, again.get(row))) {
      strikes.remove(row);
      return true;
    }
    if (Objects.equals(first.get(row), again.get(row))) {
      return strikes.merge(row, 1, Integer::sum) == STRIKES;
    }
    strikes.put(row, 0);
    return false;
  }

  private Map<RowId, Checksum> read(Side side, TablePlan plan, Slice slice, Set<RowId> rows)
      throws SQLException {
    if (rows.size() <= FEW && plan.key().present()) {
      return reader.lookUp(side, plan, rows);
    }
    Map<RowId, Checksum> all = reader.list(side, plan, slice);
    all.keySet().retainAll(rows);
    return all;
  }
}
