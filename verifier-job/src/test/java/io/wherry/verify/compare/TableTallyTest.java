package io.wherry.verify.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.wherry.verify.compare.SliceCheck.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Equal is what the books say, and never what is left when nothing went wrong. */
class TableTallyTest {
  private static final Outcome EQUAL = new Outcome(10, Differences.NONE);

  private final TableTally tally = new TableTally("shop.t", 5);

  private Verdict verdict() {
    return tally.report().verdict();
  }

  @Test
  void nothingPlannedIsNotEqual() {
    assertThat(verdict()).isEqualTo(Verdict.INCOMPLETE);
    tally.planned();
    assertThat(verdict()).isEqualTo(Verdict.INCOMPLETE);
  }

  @Test
  void everyPlannedChunkHasToBeChecked() {
    int first = tally.plan();
    int second = tally.plan();
    tally.planned();
    tally.checked(second, EQUAL);
    assertThat(verdict()).isEqualTo(Verdict.INCOMPLETE);

    tally.checked(second, EQUAL);
    assertThat(verdict()).isEqualTo(Verdict.INCOMPLETE);

    tally.checked(first, EQUAL);
    assertThat(verdict()).isEqualTo(Verdict.EQUAL);
  }

  @Test
  void aWalkThatDidNotEndIsNotEqual() {
    tally.checked(tally.plan(), EQUAL);

    assertThat(verdict()).isEqualTo(Verdict.INCOMPLETE);
  }

  @Test
  void problemsAndUnsettledRowsAreIncomplete() {
    tally.checked(tally.plan(), new Outcome(10, Differences.of(List.of(), 0, 1)));
    tally.planned();
    assertThat(verdict()).isEqualTo(Verdict.INCOMPLETE);

    TableTally other = new TableTally("shop.u", 5);
    other.checked(other.plan(), EQUAL);
    other.planned();
    other.failed("a server went away");
    other.failed("a server went away");
    assertThat(other.report().verdict()).isEqualTo(Verdict.INCOMPLETE);
    assertThat(other.report().problems()).hasSize(1);
  }

  @Test
  void aProvenDifferenceOutweighsWhatIsUnknown() {
    tally.checked(tally.plan(), new Outcome(10, Differences.of(List.of(), 1, 1)));
    tally.failed("a chunk cannot be read");

    assertThat(verdict()).isEqualTo(Verdict.DIFFERENT);
  }

  @Test
  void aReportIsEqualWhenEachTableIs() {
    tally.checked(tally.plan(), EQUAL);
    tally.planned();
    TableReport equal = tally.report();
    TableReport open = new TableTally("shop.u", 5).report();

    assertThat(new Report("", List.of(), 0).verdict()).isEqualTo(Verdict.INCOMPLETE);
    assertThat(new Report("", List.of(equal), 0).lastLine()).isEqualTo("EQUAL tables=1 rows=10");
    assertThat(new Report("", List.of(equal, open), 0).lastLine())
        .isEqualTo("INCOMPLETE tables=2 rows=10 not_compared=1");
  }
}
