package io.wherry.verify.compare;

import io.wherry.verify.compare.Preparation.Prepared;
import java.time.Duration;
import java.util.List;

/** Says every five seconds how far a run is. Any thread may report; its lock guards all. */
final class RunProgress {
  private static final long EVERY = Duration.ofSeconds(5).toNanos();

  private final Progress progress;
  private List<Prepared> tables = List.of();
  private long begun;
  private long said;
  private long rows;

  RunProgress(Progress progress) {
    this.progress = progress;
  }

  synchronized void begin(List<Prepared> all) {
    tables = all;
    begun = System.nanoTime();
    said = begun;
  }

  synchronized void checked(SliceCheck.Outcome outcome) {
    rows += outcome.rows();
    long now = System.nanoTime();
    if (now - said < EVERY) {
      return;
    }
    said = now;
    long done = tables.stream().filter(t -> t.tally().report().verdict() == Verdict.EQUAL).count();
    progress.say(
        String.format(
            "compared %,d rows at %,.0f rows/s, %d of %d tables equal so far, %d rows differ",
            rows,
            rows / ((now - begun) / 1e9),
            done,
            tables.size(),
            tables.stream().mapToLong(t -> t.tally().report().found().differing()).sum()));
  }
}
