package io.wherry.e2e.scenario;

import io.wherry.e2e.scenario.CaseRun.LivePart;
import io.wherry.e2e.stack.ConnectRest;
import io.wherry.e2e.stack.Ledger.Lane;
import io.wherry.e2e.stack.Waiting;
import io.wherry.e2e.stack.Worker;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;

/** The ways in which a case's live part meets the move. */
final class LiveParts {
  private static final int KILLS = 3;
  private static final int THROTTLED_SECONDS = 4;

  private LiveParts() {}

  static LivePart afterSnapshot() {
    return run -> {
      run.startConnectors(smallChunks());
      run.awaitSnapshot();
      run.live(done -> {});
    };
  }

  /** Small tables in chunks of a few rows, so that a case sees chunk borders at all. */
  private static Map<String, String> smallChunks() {
    return Map.of("snapshot.chunk.rows", "100");
  }

  static LivePart sourcePaused() {
    return run -> {
      run.startConnectors(smallChunks());
      run.awaitSnapshot();
      ConnectRest connect = run.move().connect();
      connect.pause(run.move().source());
      run.live(done -> {});
      connect.resume(run.move().source());
    };
  }

  /** The live part begins when this share of the rows has reached the target. */
  static LivePart duringSnapshot(double share) {
    return run -> {
      long rows = run.move().sourceTables().values().stream().mapToLong(Long::longValue).sum();
      run.startConnectors(
          Map.of(
              "snapshot.chunk.rows", String.valueOf(Math.max(1, rows / 80)),
              "snapshot.max.rows.per.second",
                  String.valueOf(Math.max(1, rows / THROTTLED_SECONDS))));
      run.await((int) (share * 100) + " % of the snapshot", () -> applied(run) >= share * rows);
      run.noteWhetherSnapshotIsOver();
      run.live(done -> {});
    };
  }

  private static long applied(CaseRun run) throws SQLException {
    return run.move().lanes().stream().mapToLong(Lane::rowsApplied).sum();
  }

  /** The worker is killed behind statements that the seed chooses, the last one among them. */
  static LivePart killed(long seed) {
    return run -> {
      Random random = new Random(seed);
      SortedSet<Integer> points = killPoints(random, run.file().live().size());
      run.startConnectors(smallChunks());
      run.awaitSnapshot();
      run.live(
          done -> {
            if (points.contains(done)) {
              Waiting.pause(random.nextInt(3000));
              killWorker(run);
            }
          });
    };
  }

  private static SortedSet<Integer> killPoints(Random random, int statements) {
    SortedSet<Integer> points = new TreeSet<>();
    points.add(statements);
    while (points.size() < Math.min(KILLS, statements)) {
      points.add(1 + random.nextInt(statements));
    }
    return points;
  }

  /** Kills it once it works again after the kill before. */
  private static void killWorker(CaseRun run) {
    ConnectRest connect = run.move().connect();
    Worker worker = new Worker(run.stack().worker());
    Waiting.until(
        "both connectors run",
        Duration.ofMinutes(2),
        () -> connect.isRunning(run.move().source()) && connect.isRunning(run.move().sink()));
    worker.kill();
    worker.start();
  }
}
