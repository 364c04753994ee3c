package io.wherry.source.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.wherry.common.model.GtidSet;
import io.wherry.common.model.Position;
import io.wherry.common.model.Row;
import io.wherry.common.model.TableId;
import io.wherry.source.offsets.Partitions;
import io.wherry.source.offsets.ResumeState;
import io.wherry.source.offsets.TableOffset;
import io.wherry.source.snapshot.Chunk;
import io.wherry.source.snapshot.Range;
import io.wherry.source.snapshot.TableInfo;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.kafka.connect.storage.OffsetStorageReader;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random histories of a source that logs before it shows, chunk readers that run at any speed, a
 * tail that lags, and crashes that lose any unacknowledged end of every lane: at each record the
 * lane's rows are the source's at its position, and in the end the tables are equal.
 */
class ReconcilerModelTest {
  private static final List<TableId> TABLES = List.of(new TableId("a", "x"), new TableId("b", "y"));
  private static final int KEYS = 24;

  /** A chunk reader between two of its steps. */
  private static final class Reader {
    Window window;
    GtidSet low;
    List<Row> rows;
    Row end;
  }

  private SplittableRandom random;
  private ModelSource source;
  private final Map<TableId, ModelSink> sinks = new HashMap<>();
  private final Partitions partitions = new Partitions("p");
  private final Map<Map<String, ?>, Map<String, Object>> stored = new HashMap<>();

  private Reconciler reconciler;
  private List<Reader> readers;
  private int tailAt;
  private int changeAt;
  private int runs;
  private final List<LaneRecord> unacknowledged = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void everyRecordKeepsTheInvariant(long block) {
    for (long seed = block * 1000; seed < block * 1000 + 40; seed++) {
      try {
        history(seed);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
      }
    }
  }

  private void history(long seed) {
    random = new SplittableRandom(seed);
    source = new ModelSource(random, TABLES, KEYS);
    sinks.clear();
    stored.clear();
    unacknowledged.clear();
    TABLES.forEach(t -> sinks.put(t, new ModelSink(source, t)));
    for (int i = 0; i < 30; i++) {
      source.commit();
      source.settleAll();
    }
    start();
    for (int step = 0; step < 400; step++) {
      step();
    }
    finish();
    TABLES.forEach(
        t ->
            assertThat(sinks.get(t).rows)
                .as("table %s in the end", t)
                .isEqualTo(source.stateAt(t, source.log.size())));
  }

  private void step() {
    int dice = random.nextInt(100);
    if (dice < 15) {
      source.commit();
    } else if (dice < 35) {
      source.settleOne();
    } else if (dice < 65) {
      tailStep();
    } else if (dice < 88) {
      readerStep(readers.get(random.nextInt(readers.size())));
    } else if (dice < 98) {
      takeRecords();
    } else if (dice < 99) {
      crash();
    }
  }

  private void finish() {
    source.settleAll();
    for (int i = 0; i < 3000; i++) {
      tailStep();
      readerStep(readers.get(i % readers.size()));
      takeRecords();
    }
    assertThat(reconciler.snapshotsLeft()).isZero();
  }

  private void start() {
    ResumeState state = new ResumeState(partitions, new StoredOffsets());
    GtidSet executed = source.executed();
    GtidSet from = state.start(TABLES).orElse(executed);
    Position begin = new Position(from, "binlog.000001", 0);
    runs++;
    Run run = new Run("run" + runs, begin, runs);
    reconciler = new Reconciler(run, partitions, new NoHistory());
    for (TableId table : TABLES) {
      add(table, state.table(table), executed);
    }
    readers = List.of(new Reader(), new Reader(), new Reader());
    tailAt = 0;
    changeAt = -1;
  }

  private void add(TableId table, Optional<TableOffset> offset, GtidSet executed) {
    TableInfo info =
        new TableInfo(table, ModelSource.COLUMNS, "PRIMARY", "CREATE", 1, 1, List.of());
    if (offset.isPresent() && offset.get().done()) {
      reconciler.addLive(table, offset.get());
    } else if (offset.isPresent() && offset.get().key() != null) {
      reconciler.addResumed(info, offset.get());
    } else {
      Definition definition = new Definition(info, executed, Map.of(), "binlog.000001", 0);
      reconciler.addFresh(definition, offset);
    }
  }

  private void tailStep() {
    try {
      if (changeAt < 0) {
        beginNext();
      } else if (changeAt < source.log.get(tailAt).changes.size()) {
        ModelSource.Logged logged = source.log.get(tailAt).changes.get(changeAt++);
        reconciler.change(logged.table(), ModelSource.COLUMNS, logged.change());
      } else {
        changeAt = -1;
        tailAt++;
        reconciler.commit(positionAt(tailAt));
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void beginNext() {
    while (tailAt < source.log.size()
        && reconciler
            .lanes()
            .run()
            .start()
            .gtids()
            .contains(ModelSource.UUID + ":" + (tailAt + 1))) {
      tailAt++;
    }
    if (tailAt == source.log.size()) {
      reconciler.idle(positionAt(tailAt));
    } else {
      changeAt = 0;
      reconciler.begin(ModelSource.UUID + ":" + (tailAt + 1), 1);
    }
  }

  /** The start set may have holes; what was read behind it fills them only up to the tail. */
  private Position positionAt(int transactions) {
    Position prefix = source.position(transactions);
    return new Position(
        prefix.gtids().plusAll(reconciler.lanes().run().start().gtids()),
        prefix.file(),
        prefix.offset());
  }

  private void readerStep(Reader reader) {
    if (reader.window == null) {
      reader.low = null;
      reader.rows = null;
      reader.window = openWindow();
    } else if (reader.low == null) {
      reader.low = source.executed();
    } else if (reader.rows == null) {
      select(reader);
    } else {
      Range range = new Range(reader.window.range().after(), reader.end);
      Chunk chunk =
          new Chunk(
              reader.rows, range, reader.low, "binlog.000001", source.log.size() * 10L, "uuid");
      reader.window = reconciler.deliver(reader.window, chunk);
      reader.low = null;
      reader.rows = null;
    }
  }

  private Window openWindow() {
    List<SnapshotPlan> plans = reconciler.plans();
    if (plans.isEmpty()) {
      return null;
    }
    SnapshotPlan plan = plans.get(random.nextInt(plans.size()));
    int after = plan.after() == null ? -1 : ModelSource.number(plan.after().get(0));
    int upTo = after + 1 + random.nextInt(6);
    Row end = upTo >= KEYS ? null : new Row(new byte[][] {ModelSource.text(upTo)});
    return reconciler.open(plan, new Range(plan.after(), end));
  }

  private void select(Reader reader) {
    Range range = reader.window.range();
    int after = range.after() == null ? -1 : ModelSource.number(range.after().get(0));
    int upTo = range.upTo() == null ? KEYS : ModelSource.number(range.upTo().get(0));
    reader.end = range.upTo();
    reader.rows = new ArrayList<>();
    TreeMap<Integer, Integer> seen = source.visible(reader.window.owner().lane().table());
    for (Map.Entry<Integer, Integer> e : seen.subMap(after, false, upTo, true).entrySet()) {
      reader.rows.add(ModelSource.row(e.getKey(), e.getValue()));
      if (random.nextInt(12) == 0 && e.getKey() < upTo) {
        reader.end = new Row(new byte[][] {ModelSource.text(e.getKey())});
        return;
      }
    }
  }

  private void takeRecords() {
    try {
      unacknowledged.addAll(reconciler.take(0));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    if (random.nextInt(3) == 0) {
      deliverPrefixes();
    }
  }

  /**
   * Every lane gets some prefix of its records; offsets are stored as far as all before are there.
   */
  private void deliverPrefixes() {
    Map<TableId, Integer> writable = new HashMap<>();
    TABLES.forEach(t -> writable.put(t, random.nextInt(unacknowledged.size() + 1)));
    Map<Map<String, String>, Boolean> blocked = new HashMap<>();
    List<LaneRecord> left = new ArrayList<>();
    for (LaneRecord record : unacknowledged) {
      TableId table = record.batch().table();
      if (writable.merge(table, -1, Integer::sum) < 0) {
        blocked.put(record.partition(), true);
        left.add(record);
      } else {
        sinks.get(table).apply(record.batch());
        if (!blocked.containsKey(record.partition()) && random.nextInt(4) > 0) {
          stored.put(record.partition(), record.offset());
        } else {
          blocked.put(record.partition(), true);
        }
      }
    }
    unacknowledged.clear();
    unacknowledged.addAll(left);
  }

  private void crash() {
    deliverPrefixes();
    unacknowledged.clear();
    start();
  }

  private final class StoredOffsets implements OffsetStorageReader {
    @Override
    @SuppressWarnings("unchecked")
    public <T> Map<String, Object> offset(Map<String, T> partition) {
      return stored.get(partition);
    }

    @Override
    public <T> Map<Map<String, T>, Map<String, Object>> offsets(Collection<Map<String, T>> wanted) {
      Map<Map<String, T>, Map<String, Object>> found = new HashMap<>();
      wanted.forEach(p -> found.put(p, stored.get(p)));
      return found;
    }
  }

  private static final class NoHistory implements LaneHistory {
    @Override
    public Optional<TableOffset> offset(TableId table) {
      return Optional.empty();
    }

    @Override
    public Map<String, String> session(String database) {
      return Map.of();
    }

    @Override
    public Optional<Definition> definition(TableId table) {
      return Optional.empty();
    }
  }
}
