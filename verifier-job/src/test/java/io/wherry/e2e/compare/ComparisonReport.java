package io.wherry.e2e.compare;

import java.util.ArrayList;
import java.util.List;

/** What one comparison saw; filled by one thread. */
public final class ComparisonReport {
  private final List<String> differences = new ArrayList<>();
  private final int shown;
  private int tables;
  private long rows;

  ComparisonReport(int shown) {
    this.shown = shown;
  }

  void different(String what) {
    differences.add(what);
  }

  void countTable() {
    tables++;
  }

  void countRow() {
    rows++;
  }

  public boolean identical() {
    return differences.isEmpty();
  }

  public int tables() {
    return tables;
  }

  /** Rows on the source. */
  public long rows() {
    return rows;
  }

  /** The first differences, and how many there are. */
  @Override
  public String toString() {
    if (identical()) {
      return tables + " tables, " + rows + " rows identical";
    }
    String first = String.join("; ", differences.subList(0, Math.min(shown, differences.size())));
    return differences.size() + " differences: " + first;
  }
}
