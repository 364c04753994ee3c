package io.wherry.verify.compare;

import io.wherry.common.model.TableId;
import io.wherry.verify.config.Migration;
import io.wherry.verify.server.Ledger;
import io.wherry.verify.server.Ledger.Lane;
import io.wherry.verify.server.Server;
import io.wherry.verify.table.Catalog;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Tables that the sink has made on the target and that are no more on the source: a DROP may still
 * be under way, so each gets the time that a lane may stand still.
 */
final class Leftovers {
  private final Migration migration;
  private final Ledger ledger;
  private final Server target;

  Leftovers(Migration migration, Ledger ledger, Server target) {
    this.migration = migration;
    this.ledger = ledger;
    this.target = target;
  }

  /** The books of each such table, with the finding in them. */
  List<TableTally> find(String position, Set<TableId> onSource, Duration timeout)
      throws SQLException {
    long end = System.nanoTime() + timeout.toNanos();
    while (true) {
      Map<TableId, Lane> left = left(position, onSource);
      boolean settled = left.values().stream().allMatch(Lane::passed);
      if (settled || System.nanoTime() > end) {
        return left.values().stream().map(Leftovers::tally).toList();
      }
      LaneWait.sleep(200);
    }
  }

  private static TableTally tally(Lane lane) {
    TableTally tally = new TableTally(lane.source() + " -> " + lane.target(), 0);
    if (lane.passed()) {
      tally.differs("the table is only on the target");
    } else {
      tally.failed("the table is not on the source, and its lane does not reach the position");
    }
    return tally;
  }

  private Map<TableId, Lane> left(String position, Set<TableId> onSource) throws SQLException {
    Map<TableId, Lane> lanes = new TreeMap<>();
    for (Lane lane : ledger.lanes(position)) {
      if (!onSource.contains(lane.source())
          && lane.topic().startsWith(migration.topicPrefix())
          && migration.filter().includes(lane.source())) {
        lanes.put(lane.target(), lane);
      }
    }
    // A table that was renamed on the source, or made anew by another name, is somebody's target.
    onSource.forEach(t -> lanes.remove(migration.routes().route(t)));
    if (!lanes.isEmpty()) {
      Set<TableId> there = new Catalog(target).read(lanes::containsKey).keySet();
      for (TableId table : new ArrayList<>(lanes.keySet())) {
        if (!there.contains(table)) {
          lanes.remove(table);
        }
      }
    }
    return lanes;
  }
}
