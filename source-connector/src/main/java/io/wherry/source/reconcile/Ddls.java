package io.wherry.source.reconcile;

import io.wherry.common.model.TableId;
import io.wherry.common.mysql.DdlStatement;
import io.wherry.common.wire.BatchKind;
import io.wherry.common.wire.Ddl;
import io.wherry.common.wire.Payload;
import io.wherry.source.offsets.TableOffset;
import io.wherry.source.tail.Statement;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * Puts definitions and DDL into their lanes at the right place. Works under the reconciler's lock.
 *
 * <p>A definition is read while DDL may run. DDL in its {@code from} set is in it and is dropped;
 * DDL behind its high mark is not in it and follows; between the two nobody knows, so the
 * definition is read again and the table starts over.
 */
final class Ddls {
  private final Lanes lanes;
  private final Reconciler reconciler;
  private final LaneHistory history;
  private final Map<TableId, Definition> definitions = new HashMap<>();

  Ddls(Lanes lanes, Reconciler reconciler, LaneHistory history) {
    this.lanes = lanes;
    this.reconciler = reconciler;
    this.history = history;
  }

  /**
   * The lane's table is read from its beginning: its definition goes out.
   *
   * @param before how far the table was, empty if nothing is known of it
   */
  void begin(Definition definition, Optional<TableOffset> before) {
    TableId table = definition.info().id();
    definitions.put(table, definition);
    Lane lane = lanes.of(table);
    long generation = lanes.run().generationAfter(before.map(TableOffset::generation).orElse(0L));
    lane.begin(generation, definition.from());
    TableOffset offset = TableOffset.begun(generation, definition.from());
    if (before.isPresent()) {
      lanes.emitTabled(lane, BatchKind.RESTART, Payload.empty(), offset);
    }
    Ddl ddl =
        new Ddl(
            Ddl.Origin.DEFINITION,
            definition.info().definition().getBytes(StandardCharsets.UTF_8),
            table.database(),
            definition.session(),
            "");
    lanes.emitTabled(lane, BatchKind.SCHEMA, Payload.of(ddl, 0), offset);
  }

  void apply(Statement statement) {
    switch (statement.parsed().verb()) {
      case CREATE_DATABASE, ALTER_DATABASE, OTHER -> {}
      case DROP_DATABASE -> dropDatabase(statement);
      case DROP_TABLE -> statement.tables().forEach(t -> drop(t, statement));
      case CREATE_TABLE -> create(single(statement), statement);
      case ALTER_TABLE, TRUNCATE_TABLE, CREATE_INDEX, DROP_INDEX ->
          alter(single(statement), statement);
      default -> throw refused(statement);
    }
  }

  private TableId single(Statement statement) {
    if (statement.parsed().names().size() != 1 || statement.tables().size() != 1) {
      throw refused(statement);
    }
    return statement.tables().get(0);
  }

  private ConnectException refused(Statement statement) {
    return new ConnectException(
        statement.parsed().verb()
            + " of "
            + statement.tables()
            + " in "
            + gtid()
            + " behind "
            + lanes.complete()
            + " is not carried to the target yet: run its effect on the target by hand, or exclude"
            + " the table, then start again from a new snapshot");
  }

  private String gtid() {
    return lanes.open() == null ? "-" : lanes.open().gtid();
  }

  private void create(TableId table, Statement statement) {
    Optional<Lane> old = known(table);
    if (old.isPresent()) {
      old.get().dropped();
      alter(table, inDatabase(table, statement));
      return;
    }
    Lane lane = lanes.of(table);
    TableOffset born =
        TableOffset.begun(lanes.run().generation(), lanes.complete().gtids()).completed();
    lane.begin(born.generation(), born.from());
    lanes.emitTabled(lane, BatchKind.SCHEMA, payload(inDatabase(table, statement).ddl()), born);
  }

  /** A new table may take its character set from its database. */
  private Statement inDatabase(TableId table, Statement statement) {
    Ddl ddl = statement.ddl();
    Map<String, String> session = new HashMap<>(history.session(table.database()));
    session.putAll(ddl.session());
    return new Statement(
        statement.parsed(),
        statement.tables(),
        new Ddl(ddl.origin(), ddl.sql(), ddl.database(), session, ddl.gtid()));
  }

  private void alter(TableId table, Statement statement) {
    Lane lane = known(table).orElseThrow(() -> unknownTable(table));
    if (lane.ignores(lanes.open())) {
      return;
    }
    if (races(table)) {
      readAgain(lane);
      return;
    }
    lanes.flush(lane);
    lanes.emitStatement(lane, payload(statement.ddl()));
    reconciler.discard(table);
  }

  private void dropDatabase(Statement statement) {
    DdlStatement.Name name = statement.parsed().names().get(0);
    for (Lane lane : List.copyOf(lanes.all())) {
      if (lane.table().database().equals(name.database())) {
        drop(lane.table(), statement);
      }
    }
  }

  private void drop(TableId table, Statement statement) {
    Optional<Lane> known = known(table);
    if (known.isEmpty() || known.get().holds(lanes.open())) {
      return;
    }
    Lane lane = known.get();
    lane.dropped();
    emitDrop(lane, statement.ddl().gtid());
  }

  private void emitDrop(Lane lane, String gtid) {
    TableId table = lane.table();
    forget(table);
    lanes.flush(lane);
    String sql = "DROP TABLE IF EXISTS " + table.quoted();
    Ddl ddl =
        new Ddl(
            Ddl.Origin.STATEMENT,
            sql.getBytes(StandardCharsets.UTF_8),
            table.database(),
            Map.of(),
            gtid);
    TableOffset gone = TableOffset.begun(lane.generation(), lane.from()).completed();
    lanes.emitTabled(lane, BatchKind.SCHEMA, payload(ddl), gone);
  }

  private Payload payload(Ddl ddl) {
    return Payload.of(ddl, lanes.open().timeMs());
  }

  private void forget(TableId table) {
    definitions.remove(table);
    reconciler.forget(table);
  }

  private boolean races(TableId table) {
    Definition definition = definitions.get(table);
    return definition != null
        && !lanes.complete().reached(definition.highFile(), definition.highOffset());
  }

  private void readAgain(Lane lane) {
    TableId table = lane.table();
    forget(table);
    lanes.flush(lane);
    Optional<Definition> again = history.definition(table);
    if (again.isPresent()) {
      TableOffset before = TableOffset.begun(lane.generation(), lane.from());
      reconciler.startOver(again.get(), Optional.of(before));
    } else {
      lane.ignoreUntilDropped();
      emitDrop(lane, lanes.open().gtid());
    }
  }

  /** The lane of a table, made from its stored offset if the catalog no longer lists the table. */
  Optional<Lane> known(TableId table) {
    Lane lane = lanes.find(table);
    if (lane != null) {
      return Optional.of(lane);
    }
    return history
        .offset(table)
        .map(
            offset -> {
              Lane made = lanes.of(table);
              made.begin(offset.generation(), offset.from());
              return made;
            });
  }

  ConnectException unknownTable(TableId table) {
    return new ConnectException(
        "changes of "
            + table
            + " in "
            + gtid()
            + " behind "
            + lanes.complete()
            + " came without its definition: the table was included after the connector started and"
            + " is gone by now; exclude it, or remove the stored offsets to start from a new snapshot");
  }
}
