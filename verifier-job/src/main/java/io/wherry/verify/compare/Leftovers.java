package io.wherry.verify.compare;

import io.wherry.common.model.TableId;
import io.wherry.verify.config.Migration;
import io.wherry.verify.server.Ledger;
import io.wherry.verify.server.Ledger.Lane;
import io.wherry.verify.server.Server;
import io.wherry.verify.table.Catalog;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Tables of the target that no table of the source stands behind, although the source's file would
 * include it. A DROP may still be under way, so each gets the time that a lane may stand still.
 * Tables that another connector has made are not looked at.
 */
final class Leftovers {
  private final Migration migration;
  private final Ledger ledger;
  private final Catalog source;
  private final Catalog target;
  private final CatchUp catchUp;

  Leftovers(Migration migration, Ledger ledger, Server source, Server target, CatchUp catchUp) {
    this.migration = migration;
    this.ledger = ledger;
    this.source = new Catalog(source);
    this.target = new Catalog(target);
    this.catchUp = catchUp;
  }

  /** The books of each such table, with the finding in them. */
  List<TableTally> find(Set<TableId> compared, Duration timeout) throws SQLException {
    long end = System.nanoTime() + timeout.toNanos();
    Set<TableId> proven = Set.of();
    while (true) {
      // In this order: a table that is seen here was made from one that is seen next, if it is.
      Set<TableId> there = target.names(t -> true);
      Set<TableId> left = left(there, compared);
      if (proven.containsAll(left)) {
        return left.stream().map(t -> tally(t, "the table is only on the target")).toList();
      }
      if (System.nanoTime() > end) {
        return left.stream().map(Leftovers::unproven).toList();
      }
      // Whatever is there although its lane has passed this position will stay.
      proven = passed(left, ledger.lanes(catchUp.position()));
      if (!proven.containsAll(left)) {
        LaneWait.sleep(200);
      }
    }
  }

  private Set<TableId> left(Set<TableId> there, Set<TableId> compared) throws SQLException {
    Set<TableId> sources = new HashSet<>(source.names(migration.filter()::includes));
    sources.addAll(compared);
    Set<TableId> accounted = new HashSet<>(ledger.othersTables());
    Set<TableId> origins = new TreeSet<>();
    for (TableId table : sources) {
      accounted.add(migration.routes().route(table));
      there.forEach(t -> origins.add(new TableId(table.database(), t.table())));
    }
    ledger.lanes("").forEach(lane -> origins.add(lane.source()));
    Set<TableId> left = new TreeSet<>();
    for (TableId origin : origins) {
      TableId routed = migration.routes().route(origin);
      if (migration.filter().includes(origin)
          && !sources.contains(origin)
          && there.contains(routed)
          && !accounted.contains(routed)) {
        left.add(routed);
      }
    }
    return left;
  }

  private static Set<TableId> passed(Set<TableId> left, List<Lane> lanes) {
    Set<TableId> passed = new HashSet<>(left);
    lanes.stream().filter(lane -> !lane.passed()).forEach(lane -> passed.remove(lane.target()));
    return passed;
  }

  private static TableTally unproven(TableId table) {
    TableTally tally = new TableTally("(none) -> " + table, 0);
    tally.failed("the table is not on the source, and its lane does not reach the position");
    return tally;
  }

  private static TableTally tally(TableId table, String difference) {
    TableTally tally = new TableTally("(none) -> " + table, 0);
    tally.differs(difference);
    return tally;
  }
}
