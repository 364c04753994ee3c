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
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Finds out which tables there are to compare, and how each of them is compared. */
final class Preparation {
  private static final int LOOKS_AGAIN = 2;

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

  /**
   * Looks at both servers' shapes of each table. Where they differ it looks again behind a position
   * of its own: a table may be altered while we look.
   */
  List<Prepared> prepare(Map<TableId, TableShape> sources, Options options, CatchUp catchUp)
      throws SQLException {
    Settings settings = new Settings(Math.min(packet(source), packet(target)), options);
    Map<TableId, Prepared> prepared = new TreeMap<>(prepare(sources, settings));
    for (int i = 0; i < LOOKS_AGAIN; i++) {
      Set<TableId> open = new TreeSet<>(prepared.keySet());
      open.removeIf(t -> prepared.get(t).tally().report().structure().isEmpty());
      if (open.isEmpty()) {
        break;
      }
      Map<TableId, TableShape> again = new Catalog(source).read(open::contains);
      for (TableId table : open) {
        if (again.containsKey(table)) {
          catchUp.await(table);
        } else {
          prepared.get(table).tally().failed("the table was dropped meanwhile; compare again");
        }
      }
      prepared.putAll(prepare(again, settings));
    }
    return List.copyOf(prepared.values());
  }

  private Map<TableId, Prepared> prepare(Map<TableId, TableShape> sources, Settings settings)
      throws SQLException {
    Set<TableId> wanted = new TreeSet<>();
    sources.keySet().forEach(s -> wanted.add(migration.routes().route(s)));
    Map<TableId, TableShape> targets = new Catalog(target).read(wanted::contains);
    Map<TableId, Prepared> prepared = new TreeMap<>();
    sources.forEach(
        (id, shape) -> {
          TableId routed = migration.routes().route(id);
          prepared.put(id, prepare(shape, routed, targets.get(routed), settings));
        });
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
