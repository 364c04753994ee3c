package io.wherry.source.reconcile;

import io.wherry.common.model.TableId;
import io.wherry.common.wire.Batch;
import io.wherry.common.wire.BatchKind;
import io.wherry.common.wire.Ddl;
import io.wherry.common.wire.Payload;
import io.wherry.common.wire.Span;
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
  private final Reconciler reconciler;
  private final LaneHistory history;
  private final Map<TableId, Definition> definitions = new HashMap<>();

  Ddls(Reconciler reconciler, LaneHistory history) {
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
    Lane lane = reconciler.lane(table);
    long generation =
        reconciler.run().generationAfter(before.map(TableOffset::generation).orElse(0L));
    lane.begin(generation, definition.from());
    TableOffset offset = TableOffset.begun(generation, definition.from());
    Span here = Span.at(lane.here(reconciler.complete()));
    if (before.isPresent()) {
      reconciler.emitTabled(lane, lane.stamp(BatchKind.RESTART, here, Payload.empty()), offset);
    }
    Ddl ddl =
        new Ddl(
            Ddl.Origin.DEFINITION,
            definition.info().definition().getBytes(StandardCharsets.UTF_8),
            table.database(),
            definition.session(),
            "");
    reconciler.emitTabled(lane, lane.stamp(BatchKind.SCHEMA, here, Payload.of(ddl, 0)), offset);
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
            + reconciler.complete()
            + " is not carried to the target yet: run its effect on the target by hand, or exclude"
            + " the table, then start again from a new snapshot");
  }

  private String gtid() {
    return reconciler.open() == null ? "-" : reconciler.open().gtid();
  }

  private void create(TableId table, Statement statement) {
    Optional<Lane> old = known(table);
    if (old.isPresent()) {
      old.get().dropped();
      alter(table, statement);
      return;
    }
    Lane lane = reconciler.lane(table);
    TableOffset born =
        TableOffset.begun(reconciler.run().generation(), reconciler.complete().gtids()).completed();
    lane.begin(born.generation(), born.from());
    reconciler.emitTabled(lane, schema(lane, inDatabase(table, statement.ddl())), born);
  }

  private Ddl inDatabase(TableId table, Ddl ddl) {
    Map<String, String> session = new HashMap<>(history.session(table.database()));
    session.putAll(ddl.session());
    return new Ddl(ddl.origin(), ddl.sql(), ddl.database(), session, ddl.gtid());
  }

  private void alter(TableId table, Statement statement) {
    Lane lane = known(table).orElseThrow(() -> unknownTable(table));
    if (lane.ignores(reconciler.open())) {
      return;
    }
    if (races(table)) {
      readAgain(lane);
      return;
    }
    reconciler.flush(lane);
    reconciler.emitStatement(lane, Payload.of(statement.ddl(), reconciler.open().timeMs()));
    TableSnapshot snapshot = reconciler.snapshots().get(table);
    if (snapshot != null) {
      reconciler.discard(snapshot);
    }
  }

  private void dropDatabase(Statement statement) {
    String database = statement.parsed().names().get(0).table();
    String name = database.isEmpty() ? statement.parsed().names().get(0).database() : database;
    for (TableId table : List.copyOf(reconciler.lanes().keySet())) {
      if (table.database().equals(name)) {
        drop(table, statement);
      }
    }
  }

  private void drop(TableId table, Statement statement) {
    Optional<Lane> known = known(table);
    if (known.isEmpty() || known.get().holds(reconciler.open())) {
      return;
    }
    Lane lane = known.get();
    lane.dropped();
    emitDrop(lane, statement.ddl().gtid());
  }

  private void emitDrop(Lane lane, String gtid) {
    TableId table = lane.table();
    forget(table);
    reconciler.flush(lane);
    String sql = "DROP TABLE IF EXISTS " + table.quoted();
    Ddl ddl =
        new Ddl(
            Ddl.Origin.STATEMENT,
            sql.getBytes(StandardCharsets.UTF_8),
            table.database(),
            Map.of(),
            gtid);
    TableOffset gone = TableOffset.begun(lane.generation(), lane.from()).completed();
    reconciler.emitTabled(lane, schema(lane, ddl), gone);
  }

  private void forget(TableId table) {
    definitions.remove(table);
    TableSnapshot snapshot = reconciler.snapshots().remove(table);
    if (snapshot != null) {
      reconciler.discard(snapshot);
    }
  }

  private Batch schema(Lane lane, Ddl ddl) {
    return lane.stamp(
        BatchKind.SCHEMA,
        Span.at(lane.here(reconciler.complete())),
        Payload.of(ddl, reconciler.open().timeMs()));
  }

  private boolean races(TableId table) {
    Definition definition = definitions.get(table);
    return definition != null
        && !reconciler.complete().reached(definition.highFile(), definition.highOffset());
  }

  private void readAgain(Lane lane) {
    TableId table = lane.table();
    forget(table);
    reconciler.flush(lane);
    Optional<Definition> again = history.definition(table);
    if (again.isPresent()) {
      TableOffset before = TableOffset.begun(lane.generation(), lane.from());
      reconciler.startOver(again.get(), Optional.of(before));
    } else {
      lane.ignoreUntilDropped();
      emitDrop(lane, reconciler.open().gtid());
    }
  }

  /** The lane of a table, made from its stored offset if the catalog no longer lists the table. */
  Optional<Lane> known(TableId table) {
    Lane lane = reconciler.lanes().get(table);
    if (lane != null) {
      return Optional.of(lane);
    }
    return history
        .offset(table)
        .map(
            offset -> {
              Lane made = reconciler.lane(table);
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
            + reconciler.complete()
            + " came without its definition: the table was included after the connector started and"
            + " is gone by now; exclude it, or remove the stored offsets to start from a new snapshot");
  }
}
