package io.wherry.verify.compare;

import io.wherry.common.model.TableId;
import io.wherry.verify.IncompleteException;
import io.wherry.verify.config.ConfigurationException;
import io.wherry.verify.config.Migration;
import io.wherry.verify.server.Ledger.Lane;
import io.wherry.verify.server.Server;
import io.wherry.verify.table.Catalog;
import io.wherry.verify.table.JsonDepth;
import io.wherry.verify.table.RowText;
import io.wherry.verify.table.Structure;
import io.wherry.verify.table.TablePlan;
import io.wherry.verify.table.TableShape;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Finds out which tables there are to compare, and how each of them is compared. */
final class Preparation {
  private final Migration migration;
  private final Server source;
  private final Server target;

  Preparation(Migration migration, Server source, Server target) {
    this.migration = migration;
    this.source = source;
    this.target = target;
  }

  /** A table with its books; without a plan where its structure already differs. */
  record Prepared(TableTally tally, TablePlan plan) {}

  /**
   * The included tables of the source.
   *
   * @throws IncompleteException when there is none
   */
  Map<TableId, TableShape> sourceTables() throws SQLException {
    Map<TableId, TableShape> shapes = new Catalog(source).read(migration.filter()::includes);
    if (shapes.isEmpty()) {
      throw new IncompleteException("no table of the source is included, so nothing is proven");
    }
    Map<TableId, TableId> origins = new HashMap<>();
    for (TableId table : shapes.keySet()) {
      TableId other = origins.put(migration.routes().route(table), table);
      if (other != null) {
        throw new ConfigurationException(other + " and " + table + " are routed to one table");
      }
    }
    return shapes;
  }

  /**
   * Refuses routes that are not those by which the sink has worked.
   *
   * @throws ConfigurationException naming the table
   */
  void checkRoutes(Collection<TableId> tables, List<Lane> lanes) {
    for (Lane lane : lanes) {
      TableId routed = migration.routes().route(lane.source());
      if (tables.contains(lane.source()) && !routed.equals(lane.target())) {
        throw new ConfigurationException(
            "the ledger says that "
                + lane.source()
                + " went to "
                + lane.target()
                + ", and the sink's file routes it to "
                + routed);
      }
    }
  }

  /** Looks at both servers' shapes of each table. */
  List<Prepared> prepare(Collection<TableShape> sources, Options options) throws SQLException {
    Set<TableId> wanted = new TreeSet<>();
    sources.forEach(s -> wanted.add(migration.routes().route(s.id())));
    Map<TableId, TableShape> targets = new Catalog(target).read(wanted::contains);
    long packet = Math.min(packet(source), packet(target));
    List<Prepared> prepared = new ArrayList<>();
    for (TableShape shape : sources) {
      TableId routed = migration.routes().route(shape.id());
      prepared.add(prepare(shape, routed, targets.get(routed), new Settings(packet, options)));
    }
    return prepared;
  }

  private record Settings(long packet, Options options) {
    JsonDepth json() {
      return options.json();
    }
  }

  private Prepared prepare(TableShape shape, TableId routed, TableShape other, Settings settings) {
    String name = shape.id().equals(routed) ? shape.id().toString() : shape.id() + " -> " + routed;
    TableTally tally = new TableTally(name, settings.options().mostRowsReported());
    if (other == null) {
      tally.differs("the table is missing on the target");
      return new Prepared(tally, null);
    }
    Structure structure = Structure.of(shape, other, migration.filter());
    structure.differences().forEach(tally::differs);
    if (!structure.differences().isEmpty()) {
      return new Prepared(tally, null);
    }
    try {
      RowText text = RowText.of(structure.pairs(), settings.packet(), settings.json());
      return new Prepared(
          tally,
          new TablePlan(shape.id(), routed, text, structure.key(shape, other), shape.rowBytes()));
    } catch (IncompleteException e) {
      tally.failed(e.getMessage());
      return new Prepared(tally, null);
    }
  }

  private static long packet(Server server) throws SQLException {
    return server.row("SELECT @@SESSION.max_allowed_packet", r -> r.getLong(1));
  }
}
