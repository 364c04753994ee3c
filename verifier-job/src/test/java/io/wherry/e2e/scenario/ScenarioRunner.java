package io.wherry.e2e.scenario;

import io.wherry.e2e.scenario.CaseRun.LivePart;
import io.wherry.e2e.scenario.Verdict.Outcome;
import io.wherry.e2e.stack.Stack;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Runs case files on a running stack, one after the other. A line a case: {@code PASS|FAIL|REFUSED
 * case reason}; the last line counts them. Exit 0 only if none failed.
 */
public final class ScenarioRunner {
  private final Stack stack;
  private final long seed;
  private int runs;
  private int late;

  private ScenarioRunner(Stack stack, long seed) {
    this.stack = stack;
    this.seed = seed;
  }

  /** The arguments are case files; WHERRY_SEED repeats the kill points of an earlier run. */
  public static void main(String[] files) {
    String given = System.getenv("WHERRY_SEED");
    long seed = given == null ? System.nanoTime() % 1_000_000 : Long.parseLong(given);
    ScenarioRunner runner = new ScenarioRunner(Stack.fromEnvironment(), seed);
    Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);
    for (String file : files) {
      Path path = Path.of(file);
      Verdict verdict = runner.judge(path);
      counts.merge(verdict.outcome(), 1, Integer::sum);
      System.out.println(verdict.line(path.getFileName().toString().replaceFirst("\\.sql$", "")));
    }
    System.out.printf(
        "%d passed, %d failed, %d refused%n",
        counts.getOrDefault(Outcome.PASS, 0),
        counts.getOrDefault(Outcome.FAIL, 0),
        counts.getOrDefault(Outcome.REFUSED, 0));
    System.exit(counts.containsKey(Outcome.FAIL) ? 1 : 0);
  }

  private Verdict judge(Path path) {
    long began = System.nanoTime();
    try {
      Verdict verdict = judge(CaseFile.read(path));
      long seconds = (System.nanoTime() - began + 500_000_000) / 1_000_000_000;
      return new Verdict(verdict.outcome(), verdict.reason() + " (" + seconds + " s)");
    } catch (IOException | SQLException | RuntimeException e) {
      return Verdict.fail(e.toString());
    }
  }

  private Verdict judge(CaseFile file) throws SQLException {
    Verdict verdict = null;
    late = 0;
    List<LivePart> parts = liveParts(file);
    for (LivePart part : parts) {
      Verdict next = run(file, part);
      verdict = verdict == null ? next : verdict.worse(next);
      if (verdict.outcome() == Outcome.FAIL) {
        break;
      }
    }
    String times = parts.size() > 1 ? ", " + parts.size() + " runs" : "";
    times += late > 0 ? ", " + late + " of them with the snapshot over before the live part" : "";
    String kills = file.mode() == CaseFile.Mode.KILL ? ", seed " + seed : "";
    return new Verdict(verdict.outcome(), verdict.reason() + times + kills);
  }

  private Verdict run(CaseFile file, LivePart part) throws SQLException {
    String name =
        "case-%s-%d-%06x"
            .formatted(
                file.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9].*", ""),
                ++runs,
                System.nanoTime() & 0xffffff);
    try (CaseRun run = new CaseRun(stack, file, name)) {
      Verdict verdict = run.run(part);
      late += run.isLate() ? 1 : 0;
      return verdict;
    }
  }

  private List<LivePart> liveParts(CaseFile file) {
    List<LivePart> parts = new ArrayList<>();
    switch (file.mode()) {
      case AFTER_SNAPSHOT -> parts.add(LiveParts.afterSnapshot());
      case SOURCE_PAUSED -> parts.add(LiveParts.sourcePaused());
      case DURING_SNAPSHOT -> {
        for (int i = 0; i < file.repeats(); i++) {
          parts.add(LiveParts.duringSnapshot(0.9 * i / file.repeats()));
        }
      }
      case KILL -> {
        parts.add(LiveParts.afterSnapshot());
        parts.add(LiveParts.killed(seed));
      }
    }
    return parts;
  }
}
