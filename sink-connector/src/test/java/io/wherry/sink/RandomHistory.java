package io.wherry.sink;

import io.wherry.common.model.GtidSet;
import io.wherry.common.model.Position;
import io.wherry.common.model.Row;
import io.wherry.common.model.TableId;
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
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.kafka.connect.data.Struct;

/**
 * A source with a random history of one table, and what its task, restarted again and again at
 * older positions, leaves in the lane's topic: transactions packed and parted at will, pieces,
 * records that stand twice, runs that end anywhere, tables read again. The same seed gives the same
 * topic.
 */
public final class RandomHistory {
  private static final int TRANSACTIONS = 40;

  /** One row change: from {@code before} (null for an insert) to {@code after} (null: delete). */
  private record Change(Row before, Row after) {}

  private final SplittableRandom random;
  private final TableId table;
  private final List<List<Change>> transactions = new ArrayList<>();
  private final List<TreeMap<Long, String>> states = new ArrayList<>();
  private final List<Struct> topic = new ArrayList<>();
  private int runs;
  private long number;
  private long generation = 1;
  private int startedAt;
  private int complete;
  private int furthest;
  private int emittedTo;
  private long sequence;
  private boolean snapshotDue = true;

  /** The source's task dies here. */
  private static final class RunEnded extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  public RandomHistory(long seed, TableId table) {
    this.random = new SplittableRandom(seed);
    this.table = table;
    states.add(new TreeMap<>());
    transactions.add(List.of());
    while (transactions.size() <= TRANSACTIONS) {
      addTransaction();
    }
    write();
  }

  /** The lane's topic, offsets from 0. */
  public List<Struct> topic() {
    return topic;
  }

  /** The source's rows at the end. */
  public Map<Long, String> finalState() {
    return states.get(TRANSACTIONS);
  }

  private void addTransaction() {
    TreeMap<Long, String> state = new TreeMap<>(states.get(states.size() - 1));
    List<Change> changes = new ArrayList<>();
    for (int i = random.nextInt(6); i > 0; i--) {
      changes.add(change(state));
    }
    transactions.add(changes);
    states.add(state);
  }

  private Change change(TreeMap<Long, String> state) {
    long id = random.nextInt(8);
    String old = state.get(id);
    if (old == null) {
      return new Change(null, put(state, id));
    }
    state.remove(id);
    if (random.nextInt(3) == 0) {
      return new Change(LaneScript.row(id, old), null);
    }
    long newId = random.nextInt(4) == 0 ? freeId(state) : id;
    return new Change(LaneScript.row(id, old), put(state, newId));
  }

  private long freeId(TreeMap<Long, String> state) {
    long id = random.nextInt(8);
    while (state.containsKey(id)) {
      id++;
    }
    return id;
  }

  private Row put(TreeMap<Long, String> state, long id) {
    String value = "v" + random.nextInt(1_000);
    state.put(id, value);
    return LaneScript.row(id, value);
  }

  private void write() {
    while (complete < TRANSACTIONS || snapshotDue) {
      // What Connect stored: anything up to what this lane's topic has whole since the last start.
      startRun(random.nextInt(complete + 1));
      try {
        run();
      } catch (RunEnded e) {
        // The next run goes on from what is whole in the topic.
        continue;
      }
    }
  }

  private void startRun(int at) {
    runs++;
    number = 0;
    startedAt = at;
    emittedTo = at;
    complete = at;
    sequence = 0;
  }

  private void run() {
    boolean first = generation == 1 && snapshotDue;
    if (!first && (snapshotDue || random.nextInt(5) == 0)) {
      generation++;
      snapshotDue = true;
      add(BatchKind.RESTART, Payload.empty(), span(emittedTo, null, 0));
    }
    if (snapshotDue) {
      snapshot();
    }
    boolean last = random.nextInt(4) == 0;
    emit(last ? Integer.MAX_VALUE : 1 + random.nextInt(12));
  }

  /** The table from its beginning, at what the source holds when the task gets to it. */
  private void snapshot() {
    add(BatchKind.SCHEMA, Payload.of(definition(), 0), span(emittedTo, null, 0));
    int readAt = Math.max(furthest, emittedTo);
    while (emittedTo < readAt || sequence > 0) {
      emitBatch(readAt);
    }
    add(BatchKind.ROWS, rows(states.get(emittedTo)), span(emittedTo, null, 0));
    snapshotDue = false;
  }

  private void emit(int batches) {
    for (int i = 0; i < batches && emittedTo < TRANSACTIONS; i++) {
      if (random.nextInt(8) == 0) {
        add(BatchKind.PROGRESS, Payload.empty(), here());
      } else {
        emitBatch(TRANSACTIONS);
      }
    }
  }

  private Span here() {
    return sequence == 0
        ? span(emittedTo, null, 0)
        : span(emittedTo, LaneScript.gtid(emittedTo + 1), sequence);
  }

  /** A few transactions, the last perhaps in part. */
  private void emitBatch(int limit) {
    EntryWriter out = new EntryWriter(LaneScript.COLUMNS);
    for (int left = 1 + random.nextInt(4); left > 0 && emittedTo < limit; left--) {
      List<Change> changes = transactions.get(emittedTo + 1);
      out.transaction(LaneScript.gtid(emittedTo + 1), sequence);
      boolean whole = random.nextInt(3) > 0;
      int end =
          whole
              ? changes.size()
              : (int) sequence + random.nextInt(changes.size() + 1 - (int) sequence);
      changes.subList((int) sequence, end).forEach(c -> write(out, c));
      sequence = end;
      if (end < changes.size()) {
        break;
      }
      emittedTo++;
      sequence = 0;
    }
    Payload payload = new Payload(LaneScript.COLUMNS, out.rows(), out.toByteArray(), 1_000, false);
    add(BatchKind.CHANGES, payload, here());
    complete = emittedTo;
    furthest = Math.max(furthest, emittedTo);
  }

  private static void write(EntryWriter out, Change change) {
    if (change.before() == null) {
      out.insert(change.after());
    } else if (change.after() == null) {
      out.delete(change.before());
    } else {
      out.update(change.before(), change.after());
    }
  }

  private Ddl definition() {
    String sql =
        "CREATE TABLE `"
            + table.table()
            + "` (\n  `id` int NOT NULL,\n  `v` longtext,\n  PRIMARY KEY (`id`)\n)"
            + " ENGINE=InnoDB DEFAULT CHARSET=utf8mb4";
    return new Ddl(
        Ddl.Origin.DEFINITION,
        sql.getBytes(StandardCharsets.UTF_8),
        table.database(),
        Map.of(),
        "");
  }

  private static Payload rows(Map<Long, String> state) {
    EntryWriter out = new EntryWriter(LaneScript.COLUMNS);
    state.forEach((id, v) -> out.row(LaneScript.row(id, v)));
    return new Payload(LaneScript.COLUMNS, out.rows(), out.toByteArray(), 0, true);
  }

  private void add(BatchKind kind, Payload payload, Span span) {
    Span told = number == 0 ? span.continuing(position(startedAt)) : span;
    Stamp stamp = new Stamp("run-" + runs, number, generation);
    Struct whole = BatchEncoder.encode(new Batch(kind, table, stamp, told, payload)).get(0);
    List<Struct> values = random.nextInt(4) == 0 ? pieces(whole) : List.of(whole);
    number += values.size();
    if (values.size() > 1 && random.nextInt(6) == 0) {
      abandon(values);
      return;
    }
    for (Struct value : values) {
      topic.add(value);
      if (random.nextInt(6) == 0) {
        topic.add(value);
      }
    }
    if (random.nextInt(6) == 0) {
      topic.addAll(values.subList(random.nextInt(values.size()), values.size()));
    }
  }

  /** The run dies in the middle of a batch; the next one writes it again. */
  private void abandon(List<Struct> values) {
    topic.addAll(values.subList(0, 1 + random.nextInt(values.size() - 1)));
    throw new RunEnded();
  }

  private List<Struct> pieces(Struct whole) {
    byte[] data = whole.getBytes("data");
    int count = 2 + random.nextInt(2);
    List<Struct> pieces = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Struct piece = new Struct(whole.schema());
      whole.schema().fields().forEach(f -> piece.put(f, whole.get(f)));
      byte[] part =
          Arrays.copyOfRange(data, data.length * i / count, data.length * (i + 1) / count);
      pieces.add(
          piece
              .put("number", whole.getInt64("number") + i)
              .put("piece", i)
              .put("pieces", count)
              .put("data", part));
    }
    return pieces;
  }

  private static Span span(int to, String partial, long partialSequence) {
    return new Span(null, position(to), partial, partialSequence);
  }

  private static Position position(int transaction) {
    GtidSet gtids =
        transaction == 0 ? GtidSet.EMPTY : GtidSet.parse(LaneScript.SERVER + ":1-" + transaction);
    return new Position(gtids, "binlog.000001", 100 + transaction * 10L);
  }
}
