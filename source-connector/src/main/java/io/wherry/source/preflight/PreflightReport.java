package io.wherry.source.preflight;

import java.util.ArrayList;
import java.util.List;

/**
 * What the preflight found. Filled by the one thread that asks.
 *
 * @param findings reasons not to start, in the order in which they were found
 * @param notes facts that a person should know and that stop nothing
 */
public record PreflightReport(List<Finding> findings, List<String> notes) {

  static PreflightReport empty() {
    return new PreflightReport(new ArrayList<>(), new ArrayList<>());
  }

  void add(Finding finding) {
    findings.add(finding);
  }

  void note(String note) {
    notes.add(note);
  }
}
