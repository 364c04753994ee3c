package io.wherry.sink.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wherry.common.model.Row;
import io.wherry.common.model.TableId;
import io.wherry.common.wire.Entry;
import io.wherry.sink.RandomHistory;
import io.wherry.sink.ledger.Progress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Plans units from random histories, commits them to a naive target in memory, crashes between any
 * two steps, and compares with the source. Outside a snapshot the target is strict: a change that
 * is applied twice, or not at all, shows at once.
 */
class LaneModelTest {
  private static final TableId TABLE = new TableId("model", "t");

  static LongStream seeds() {
    return LongStream.range(0, 200);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void everyHistoryEndsAsTheSourceDid(long seed) {
    RandomHistory history = new RandomHistory(seed, TABLE);
    Sink sink = new Sink(history.topic(), new SplittableRandom(seed));
    sink.runToTheEnd();
    assertThat(sink.rows).as("seed %d", seed).isEqualTo(history.finalState());
    assertThat(sink.progress.nextOffset()).isEqualTo(history.topic().size());
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void aLostRecordNeverGoesUnnoticed(long seed) {
    List<Struct> topic = new ArrayList<>(new RandomHistory(seed, TABLE).topic());
    SplittableRandom random = new SplittableRandom(seed);
    int lost = random.nextInt(topic.size());
    Struct gone = topic.get(lost);
    topic.removeIf(record -> record == gone || sameStamp(record, gone));
    Map<Long, String> wanted = new RandomHistory(seed, TABLE).finalState();

    Sink sink = new Sink(topic, random);
    try {
      sink.runToTheEnd();
    } catch (DataException e) {
      assertThat(e.getMessage()).startsWith("offset ");
      return;
    }
    // Unnoticed only where a later run said it all again, or it was the very last.
    assertThat(sink.rows.equals(wanted) || lost >= topic.size() - 12)
        .as("seed %d, record %d of %d", seed, lost, topic.size())
        .isTrue();
  }

  private static boolean sameStamp(Struct a, Struct b) {
    return a.get("run").equals(b.get("run")) && a.get("number").equals(b.get("number"));
  }

  @Test
  void theNaiveTargetNoticesAChangeAppliedTwice() {
    Sink sink = new Sink(List.of(), new SplittableRandom(1));
    Row row = new Row(new byte[][] {{'1'}, {'a'}});
    sink.progress = sink.progress.withSnapshotDone();
    sink.apply(sink.rows, new Entry.Insert(row), true);
    assertThatThrownBy(() -> sink.apply(sink.rows, new Entry.Insert(row), true))
        .isInstanceOf(AssertionError.class);
  }

  /** A lane without threads and with its target in memory. */
  private static final class Sink {
    private final List<Struct> topic;
    private final SplittableRandom random;
    private TreeMap<Long, String> rows = new TreeMap<>();
    private Progress progress = Progress.none();
    private long position;

    Sink(List<Struct> topic, SplittableRandom random) {
      this.topic = topic;
      this.random = random;
    }

    void runToTheEnd() {
      int idle = 0;
      UnitPlanner planner = restart();
      while (idle < 60) {
        Optional<Unit> unit = planner.plan(progress);
        idle = unit.isPresent() ? 0 : idle + 1;
        if (unit.isPresent() && random.nextInt(10) == 0 && planner.split(unit.get())) {
          continue;
        }
        boolean crashBefore = random.nextInt(12) == 0;
        if (unit.isPresent() && !crashBefore) {
          commit(unit.get());
        }
        if (crashBefore || random.nextInt(12) == 0) {
          planner = restart();
        }
      }
    }

    private UnitPlanner restart() {
      position = progress.nextOffset();
      return new UnitPlanner(this::next);
    }

    private Optional<LaneRecord> next() {
      if (position >= topic.size() || random.nextInt(5) == 0) {
        return Optional.empty();
      }
      long at = position++;
      return Optional.of(LaneRecord.of(at, topic.get((int) at)));
    }

    private void commit(Unit unit) {
      TreeMap<Long, String> next = new TreeMap<>(rows);
      boolean strict = progress.snapshotDone();
      if (unit.content() instanceof Unit.Changes changes) {
        changes.changes().forEach(entry -> apply(next, entry, strict));
      } else if (unit.content() instanceof Unit.Rows added) {
        added.rows().forEach(row -> next.put(id(row), value(row)));
      } else if (unit.content() instanceof Unit.Emptying) {
        next.clear();
      }
      assertThat(unit.after().nextOffset()).isGreaterThan(progress.nextOffset());
      rows = next;
      progress = unit.after();
    }

    private void apply(TreeMap<Long, String> into, Entry entry, boolean strict) {
      if (entry instanceof Entry.Insert insert) {
        boolean free = into.put(id(insert.after()), value(insert.after())) == null;
        assertThat(free || !strict).as("inserted twice").isTrue();
      } else if (entry instanceof Entry.Update update) {
        boolean found = into.remove(id(update.before())) != null;
        assertThat(found || !strict).as("updated where nothing is").isTrue();
        into.put(id(update.after()), value(update.after()));
      } else if (entry instanceof Entry.Delete delete) {
        boolean found = into.remove(id(delete.before())) != null;
        assertThat(found || !strict).as("deleted where nothing is").isTrue();
      }
    }

    private static long id(Row row) {
      return Long.parseLong(new String(row.get(0), StandardCharsets.US_ASCII));
    }

    private static String value(Row row) {
      return new String(row.get(1), StandardCharsets.UTF_8);
    }
  }
}
