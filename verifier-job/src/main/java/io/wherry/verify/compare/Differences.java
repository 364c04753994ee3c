package io.wherry.verify.compare;

import io.wherry.verify.compare.RowDifference.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * What was found in a part of a table: true counts, and as many rows by name as may be shown.
 *
 * @param differing rows that are proven to differ
 * @param unsettled rows of which neither was proven
 * @param shown some of them
 */
record Differences(long differing, long unsettled, List<RowDifference> shown) {
  static final Differences NONE = new Differences(0, 0, List.of());

  static Differences of(List<RowDifference> shown, long differing, long unsettled) {
    return new Differences(differing, unsettled, List.copyOf(shown));
  }

  Differences plus(Differences other) {
    List<RowDifference> all = new ArrayList<>(shown);
    all.addAll(other.shown);
    return new Differences(differing + other.differing, unsettled + other.unsettled, all);
  }

  long shownOf(Kind kind) {
    return shown.stream().filter(d -> d.kind() == kind).count();
  }
}
