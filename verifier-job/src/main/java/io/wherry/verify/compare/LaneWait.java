package io.wherry.verify.compare;

import io.wherry.common.model.TableId;
import io.wherry.verify.IncompleteException;
import io.wherry.verify.StandstillException;
import io.wherry.verify.server.Ledger;
import io.wherry.verify.server.Ledger.Lane;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Waits until lanes have applied everything up to a position, for as long as they move. Any thread
 * may wait; nothing is kept between two waits.
 */
final class LaneWait {
  private static final long SAY_EVERY = Duration.ofSeconds(5).toNanos();
  private static final long LONGEST_PAUSE = 500;

  private final Ledger ledger;
  private final String topicPrefix;
  private final Duration timeout;
  private final Progress progress;

  /**
   * Waits on one ledger.
   *
   * @param topicPrefix tells lanes of our source from those of another with tables of the same name
   * @param timeout how long a lane may stand still, or be absent
   */
  LaneWait(Ledger ledger, String topicPrefix, Duration timeout, Progress progress) {
    this.ledger = ledger;
    this.topicPrefix = topicPrefix;
    this.timeout = timeout;
    this.progress = progress;
  }

  /**
   * Until the lanes of all these tables have passed the position and have their snapshot.
   *
   * @throws StandstillException naming the lanes, when one stands still
   */
  void await(String position, Collection<TableId> tables) throws SQLException {
    new Round(tables).run(() -> ledger.lanes(position));
  }

  /** As for many tables, for one. */
  void await(String position, TableId table) throws SQLException {
    new Round(List.of(table)).run(() -> ledger.lanes(position, table));
  }

  /** The lanes of a table: normally one. */
  List<Lane> lanesOf(TableId table, List<Lane> lanes) {
    List<Lane> own = lanes.stream().filter(l -> l.source().equals(table)).toList();
    List<Lane> ours = own.stream().filter(l -> l.topic().startsWith(topicPrefix + ".")).toList();
    return ours.isEmpty() ? own : ours;
  }

  @FunctionalInterface
  private interface LaneReader {
    List<Lane> read() throws SQLException;
  }

  /** One wait: what each lane showed last, and since when. Belongs to the thread that waits. */
  private final class Round {
    private record Seen(String mark, long since) {}

    private final Collection<TableId> tables;
    private final Map<TableId, Seen> seen = new HashMap<>();
    private long said = System.nanoTime();

    Round(Collection<TableId> tables) {
      this.tables = tables;
    }

    void run(LaneReader reader) throws SQLException {
      for (long pause = 10; ; pause = Math.min(LONGEST_PAUSE, pause * 2)) {
        List<Lane> lanes = reader.read();
        long now = System.nanoTime();
        Map<TableId, String> behind = behind(lanes, now);
        if (behind.isEmpty()) {
          return;
        }
        refuseStalled(behind, now);
        if (now - said > SAY_EVERY) {
          said = now;
          progress.say(
              "waiting for " + behind.size() + " of " + tables.size() + " lanes: " + some(behind));
        }
        sleep(pause);
      }
    }

    private Map<TableId, String> behind(List<Lane> lanes, long now) {
      Map<TableId, List<Lane>> byTable =
          lanes.stream().collect(Collectors.groupingBy(Lane::source));
      Map<TableId, String> behind = new HashMap<>();
      for (TableId table : tables) {
        List<Lane> own = lanesOf(table, byTable.getOrDefault(table, List.of()));
        if (own.isEmpty() || !own.stream().allMatch(Lane::ready)) {
          String mark = own.stream().map(Lane::mark).collect(Collectors.joining("|"));
          seen.merge(table, new Seen(mark, now), (a, b) -> a.mark().equals(b.mark()) ? a : b);
          behind.put(table, describe(table, own));
        }
      }
      return behind;
    }

    private void refuseStalled(Map<TableId, String> behind, long now) {
      boolean stalled =
          behind.keySet().stream().anyMatch(t -> now - seen.get(t).since() >= timeout.toNanos());
      if (stalled) {
        throw new StandstillException(
            "stalled: no movement for " + timeout.toSeconds() + " s; behind: " + some(behind));
      }
    }

    private String describe(TableId table, List<Lane> own) {
      if (own.isEmpty()) {
        return table
            + " (no lane of connector "
            + ledger.connector()
            + " in "
            + ledger.table()
            + ")";
      }
      List<String> states = new ArrayList<>();
      for (Lane lane : own) {
        String state =
            lane.snapshotDone()
                ? "position not reached"
                : "snapshot not done, " + lane.rows() + " rows applied";
        states.add(lane.error() == null ? state : state + ", last error: " + lane.error());
      }
      return table + " (" + String.join("; ", states) + ")";
    }

    private static String some(Map<TableId, String> behind) {
      String names =
          behind.entrySet().stream()
              .sorted(Map.Entry.comparingByKey())
              .limit(10)
              .map(Map.Entry::getValue)
              .collect(Collectors.joining(", "));
      return behind.size() > 10 ? names + " and " + (behind.size() - 10) + " more" : names;
    }
  }

  static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IncompleteException("interrupted", e);
    }
  }
}
