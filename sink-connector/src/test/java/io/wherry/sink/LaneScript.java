package io.wherry.sink;

import io.wherry.common.model.Column;
import io.wherry.common.model.Columns;
import io.wherry.common.model.GtidSet;
import io.wherry.common.model.Position;
import io.wherry.common.model.Row;
import io.wherry.common.model.TableId;
import io.wherry.common.model.ValueKind;
import io.wherry.common.wire.Batch;
import io.wherry.common.wire.BatchEncoder;
import io.wherry.common.wire.BatchKind;
import io.wherry.common.wire.Ddl;
import io.wherry.common.wire.EntryWriter;
import io.wherry.common.wire.Payload;
import io.wherry.common.wire.Span;
import io.wherry.common.wire.Stamp;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.kafka.connect.data.Struct;

/**
 * Writes one lane's records as a source would: a table {@code (id INT PRIMARY KEY, v LONGTEXT)},
 * runs, numbers, positions. Used by one test.
 */
public final class LaneScript {
  public static final String SERVER = "11111111-2222-3333-4444-555555555555";
  public static final Columns COLUMNS =
      new Columns(
          List.of(
              new Column("id", ValueKind.INTEGER, null, 1),
              new Column("v", ValueKind.TEXT, "utf8mb4", 0)));

  private final TableId table;
  private final List<Struct> records = new ArrayList<>();
  private String run = "run-" + UUID.randomUUID();
  private long number;
  private long generation = 1;
  private long transactions;
  private Position from;

  public LaneScript(TableId table) {
    this.table = table;
    this.from = position(0);
  }

  public TableId table() {
    return table;
  }

  public String run() {
    return run;
  }

  /** Every record so far, in offset order from 0. */
  public List<Struct> records() {
    return records;
  }

  public static String gtid(long transaction) {
    return SERVER + ":" + transaction;
  }

  /** A new start of the source, going on from this transaction. */
  public LaneScript newRun(long fromTransaction) {
    run = "run-" + UUID.randomUUID();
    number = 0;
    from = position(fromTransaction);
    transactions = fromTransaction;
    return this;
  }

  public LaneScript definition() {
    return definition(
        "CREATE TABLE `"
            + table.table()
            + "` (\n  `id` int NOT NULL,\n"
            + "  `v` longtext,\n  PRIMARY KEY (`id`)\n) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4");
  }

  public LaneScript definition(String sql) {
    return definition(sql, Map.of());
  }

  public LaneScript definition(String sql, Map<String, String> session) {
    Ddl ddl =
        new Ddl(
            Ddl.Origin.DEFINITION,
            sql.getBytes(StandardCharsets.UTF_8),
            table.database(),
            session,
            "");
    return add(BatchKind.SCHEMA, Payload.of(ddl, 0), Span.at(position(transactions)));
  }

  /** A statement of the log, a transaction of its own. */
  public LaneScript statement(String sql) {
    transactions++;
    Ddl ddl =
        new Ddl(
            Ddl.Origin.STATEMENT,
            sql.getBytes(StandardCharsets.UTF_8),
            table.database(),
            Map.of(),
            gtid(transactions));
    return add(BatchKind.SCHEMA, Payload.of(ddl, 1_000), Span.at(position(transactions)));
  }

  public LaneScript rows(Row... rows) {
    return rows(false, rows);
  }

  public LaneScript lastRows(Row... rows) {
    return rows(true, rows);
  }

  private LaneScript rows(boolean last, Row... rows) {
    EntryWriter out = new EntryWriter(COLUMNS);
    for (Row row : rows) {
      out.row(row);
    }
    Payload payload = new Payload(COLUMNS, out.rows(), out.toByteArray(), 0, last);
    return add(BatchKind.ROWS, payload, Span.at(position(transactions)));
  }

  /** One transaction with these changes, in one batch. */
  public LaneScript changes(Consumer<EntryWriter> changes) {
    transactions++;
    EntryWriter out = new EntryWriter(COLUMNS);
    out.transaction(gtid(transactions), 0);
    changes.accept(out);
    return add(BatchKind.CHANGES, payload(out), Span.at(position(transactions)));
  }

  /** A part of the next transaction, which the batch ends in the middle of. */
  public LaneScript partOfTransaction(long sequence, Consumer<EntryWriter> changes) {
    EntryWriter out = new EntryWriter(COLUMNS);
    out.transaction(gtid(transactions + 1), sequence);
    changes.accept(out);
    Span span =
        new Span(null, position(transactions), gtid(transactions + 1), sequence + out.rows());
    return add(BatchKind.CHANGES, payload(out), span);
  }

  /** The end of the transaction that the batch before ended in. */
  public LaneScript restOfTransaction(long sequence, Consumer<EntryWriter> changes) {
    transactions++;
    EntryWriter out = new EntryWriter(COLUMNS);
    out.transaction(gtid(transactions), sequence);
    changes.accept(out);
    return add(BatchKind.CHANGES, payload(out), Span.at(position(transactions)));
  }

  public LaneScript progress() {
    transactions++;
    return add(BatchKind.PROGRESS, Payload.empty(), Span.at(position(transactions)));
  }

  public LaneScript restart() {
    generation++;
    return add(BatchKind.RESTART, Payload.empty(), Span.at(position(transactions)));
  }

  /** The records that follow belong to another reading of the table. */
  public LaneScript nextGeneration() {
    generation++;
    return this;
  }

  /** The last record stands in the topic once more. */
  public LaneScript again() {
    records.add(records.get(records.size() - 1));
    return this;
  }

  /** A record gets lost. */
  public LaneScript lose() {
    number++;
    return this;
  }

  private static Payload payload(EntryWriter out) {
    return new Payload(COLUMNS, out.rows(), out.toByteArray(), 1_000, false);
  }

  private LaneScript add(BatchKind kind, Payload payload, Span span) {
    Span told = number == 0 ? span.continuing(from) : span;
    Batch batch = new Batch(kind, table, new Stamp(run, number, generation), told, payload);
    List<Struct> values = BatchEncoder.encode(batch);
    records.addAll(values);
    number += values.size();
    return this;
  }

  private static Position position(long transaction) {
    GtidSet gtids = transaction == 0 ? GtidSet.EMPTY : GtidSet.parse(SERVER + ":1-" + transaction);
    return new Position(gtids, "binlog.000001", 100 + transaction * 10);
  }

  public static Row row(long id, String v) {
    return new Row(
        new byte[][] {
          String.valueOf(id).getBytes(StandardCharsets.US_ASCII),
          v == null ? null : v.getBytes(StandardCharsets.UTF_8)
        });
  }
}
