package io.wherry.verify.compare;

import io.wherry.verify.table.RowId;
import io.wherry.verify.table.TablePlan;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A part of a table that holds the same rows on both servers if the tables are equal. */
sealed interface Slice {
  /** The condition as {@code WHERE ..}, empty for the whole table. */
  String where(TablePlan plan);

  /**
   * A range of an ordered key.
   *
   * @param after the row before it, null from the very beginning
   * @param upTo the last row that belongs to it, null to the very end
   */
  record Range(RowId after, RowId upTo) implements Slice {
    static final Range ALL = new Range(null, null);

    @Override
    public String where(TablePlan plan) {
      List<String> conditions = new ArrayList<>();
      if (after != null) {
        conditions.add(plan.key().behind(after));
      }
      if (upTo != null) {
        conditions.add(plan.key().upTo(upTo));
      }
      return conditions.isEmpty() ? "" : "WHERE " + String.join(" AND ", conditions);
    }
  }

  /**
   * Rows whose key, or whose hash where there is no key, falls into some of many buckets: for
   * tables that the two servers do not walk alike.
   */
  record Buckets(int modulus, List<Integer> wanted) implements Slice {
    @Override
    public String where(TablePlan plan) {
      return "WHERE "
          + bucket(plan, modulus)
          + " IN ("
          + wanted.stream().map(String::valueOf).collect(Collectors.joining(","))
          + ")";
    }

    static String bucket(TablePlan plan, int modulus) {
      String number =
          plan.key().present()
              ? "CRC32(CONCAT_WS('#'," + plan.key().read() + "))"
              : plan.row().hash();
      return "MOD(" + number + "," + modulus + ")";
    }
  }
}
