package io.wherry.e2e.scenario;

/** How a case ended, and why in one line. */
record Verdict(Outcome outcome, String reason) {

  enum Outcome {
    PASS,
    REFUSED,
    FAIL
  }

  static Verdict pass(String reason) {
    return new Verdict(Outcome.PASS, reason);
  }

  static Verdict refused(String reason) {
    return new Verdict(Outcome.REFUSED, reason);
  }

  static Verdict fail(String reason) {
    return new Verdict(Outcome.FAIL, reason);
  }

  /** The worse of two, with its own reason. */
  Verdict worse(Verdict other) {
    return other.outcome.compareTo(outcome) > 0 ? other : this;
  }

  String line(String name) {
    return outcome + " " + name + " " + reason.replaceAll("\\s+", " ");
  }
}
