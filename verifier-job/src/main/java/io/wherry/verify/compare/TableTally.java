package io.wherry.verify.compare;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Keeps the books of one table: which chunks were planned, which were compared to the end, what was
 * found. The verdict comes from these books alone. Any thread may write; its lock guards all.
 */
final class TableTally {
  private final String table;
  private final ReportLimit limit;
  private final List<String> structure = new ArrayList<>();
  private final Set<String> problems = new LinkedHashSet<>();
  private final BitSet planned = new BitSet();
  private final BitSet checked = new BitSet();
  private boolean planComplete;
  private long rows;
  private Differences found = Differences.NONE;

  TableTally(String table, long mostShown) {
    this.table = table;
    this.limit = new ReportLimit(mostShown);
  }

  ReportLimit limit() {
    return limit;
  }

  /** A table or column that is not there on both sides, or of another kind. */
  synchronized void differs(String what) {
    structure.add(what);
  }

  /** Something that kept a part of the table from being compared. */
  synchronized void failed(String why) {
    problems.add(why);
  }

  /** Returns the number of a new chunk. */
  synchronized int plan() {
    int chunk = planned.length();
    planned.set(chunk);
    return chunk;
  }

  /** The chunks planned so far cover the table from end to end. */
  synchronized void planned() {
    planComplete = true;
  }

  synchronized void checked(int chunk, SliceCheck.Outcome outcome) {
    checked.set(chunk);
    rows += outcome.rows();
    found = found.plus(outcome.found());
  }

  synchronized TableReport report() {
    return new TableReport(
        table,
        verdict(),
        rows,
        new TableReport.Chunks(planned.cardinality(), checked.cardinality()),
        found,
        List.copyOf(structure),
        List.copyOf(problems));
  }

  private Verdict verdict() {
    if (!structure.isEmpty() || found.differing() > 0) {
      return Verdict.DIFFERENT;
    }
    boolean proven =
        planComplete
            && !planned.isEmpty()
            && planned.equals(checked)
            && problems.isEmpty()
            && found.unsettled() == 0;
    return proven ? Verdict.EQUAL : Verdict.INCOMPLETE;
  }
}
