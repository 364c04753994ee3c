package io.wherry.verify.compare;

import java.io.PrintStream;

/** Prints a report for people: what is not equal, and a last line for scripts. */
public final class TextReport {
  private final PrintStream out;

  public TextReport(PrintStream out) {
    this.out = out;
  }

  public void print(Report report) {
    report.tables().forEach(this::print);
    out.println(report.lastLine());
  }

  private void print(TableReport table) {
    table.structure().forEach(s -> out.println(table.table() + ": " + s));
    Differences found = table.found();
    found.shown().forEach(d -> out.println(table.table() + " " + d));
    if (found.differing() > 0) {
      out.println(table.table() + ": " + found.differing() + " rows differ" + more(found));
    }
    table.problems().forEach(p -> out.println(table.table() + ": not compared to the end: " + p));
    if (found.unsettled() > 0) {
      out.println(
          table.table() + ": " + found.unsettled() + " rows changed too often to be compared");
    }
  }

  private static String more(Differences found) {
    long hidden = found.differing() + found.unsettled() - found.shown().size();
    return hidden > 0 ? ", of which " + hidden + " are not named here" : "";
  }
}
