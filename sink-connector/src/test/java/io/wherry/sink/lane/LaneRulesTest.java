package io.wherry.sink.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wherry.common.model.TableId;
import io.wherry.sink.LaneScript;
import io.wherry.sink.ledger.Progress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;

/** Single decisions of a lane; histories as a whole are in {@link LaneModelTest}. */
class LaneRulesTest {
  private final LaneScript lane = new LaneScript(new TableId("d", "t"));
  private final Deque<LaneRecord> queue = new ArrayDeque<>();
  private final UnitPlanner planner = new UnitPlanner(() -> Optional.ofNullable(queue.pollFirst()));
  private Progress progress = Progress.none();

  private void queue(List<Struct> records, int from) {
    for (int i = from; i < records.size(); i++) {
      queue.addLast(LaneRecord.of(i, records.get(i)));
    }
  }

  private List<Unit> units() {
    List<Unit> units = new ArrayList<>();
    Optional<Unit> unit = planner.plan(progress);
    while (unit.isPresent()) {
      units.add(unit.get());
      progress = unit.get().after();
      unit = planner.plan(progress);
    }
    return units;
  }

  @Test
  void packsWhatIsThereAndFits() {
    lane.definition()
        .rows(LaneScript.row(1, "a"))
        .rows(LaneScript.row(2, "b"))
        .progress()
        .changes(c -> c.insert(LaneScript.row(3, "c")))
        .progress()
        .changes(c -> c.insert(LaneScript.row(4, "d")));
    queue(lane.records(), 0);
    List<Unit> units = units();
    assertThat(units).hasSize(3);
    assertThat(units.get(1).content())
        .isInstanceOfSatisfying(Unit.Rows.class, r -> assertThat(r.rows()).hasSize(2));
    assertThat(units.get(2).content())
        .isInstanceOfSatisfying(Unit.Changes.class, c -> assertThat(c.changes()).hasSize(2));
    assertThat(units.get(2).offset()).isEqualTo(6);
    assertThat(progress.nextOffset()).isEqualTo(7);
  }

  @Test
  void aPackIsBoundedByBytes() {
    lane.definition();
    for (int i = 0; i < 20; i++) {
      lane.rows(LaneScript.row(i, "x".repeat(450_000)));
    }
    queue(lane.records(), 0);
    assertThat(units()).hasSize(1 + 3);
  }

  @Test
  void aRefusedPackIsTriedBatchByBatch() {
    lane.definition()
        .rows(LaneScript.row(1, "a"))
        .rows(LaneScript.row(2, "b"))
        .rows(LaneScript.row(3, "c"));
    queue(lane.records(), 0);
    progress = planner.plan(progress).orElseThrow().after();
    Unit pack = planner.plan(progress).orElseThrow();
    assertThat(pack.batches()).hasSize(3);
    assertThat(planner.split(pack)).isTrue();
    Unit first = planner.plan(progress).orElseThrow();
    assertThat(first.offset()).isEqualTo(1);
    assertThat(planner.split(first)).isFalse();
  }

  @Test
  void whatComesBeforeAGapIsAppliedFirst() {
    lane.definition().rows(LaneScript.row(1, "a")).lose().rows(LaneScript.row(2, "b"));
    queue(lane.records(), 0);
    progress = planner.plan(progress).orElseThrow().after();
    progress = planner.plan(progress).orElseThrow().after();
    assertThat(progress.nextOffset()).isEqualTo(2);
    for (int again = 0; again < 2; again++) {
      assertThatThrownBy(() -> planner.plan(progress))
          .isInstanceOf(DataException.class)
          .hasMessageContaining("offset 2");
    }
  }

  @Test
  void neverMovesPastTheFirstPieceOfAnUnfinishedBatch() {
    lane.definition().rows(LaneScript.row(1, "x".repeat(1_200_000)));
    Struct definition = lane.records().get(0);
    queue(lane.records().subList(0, 2), 0);
    // A duplicate of something older between the pieces.
    queue.addLast(LaneRecord.of(2, definition));
    units();
    assertThat(planner.midway()).isTrue();
    assertThat(progress.nextOffset()).isEqualTo(1);

    queue.addLast(LaneRecord.of(3, lane.records().get(2)));
    queue.addLast(LaneRecord.of(4, lane.records().get(3)));
    units();
    assertThat(planner.midway()).isFalse();
    assertThat(progress.nextOffset()).isEqualTo(5);
    assertThat(progress.stamp().number()).isEqualTo(3);
  }

  @Test
  void aRunThatComesBackStopsTheLane() {
    lane.definition().progress();
    List<Struct> old = List.copyOf(lane.records());
    lane.newRun(0).progress();
    queue(lane.records(), 0);
    units();
    queue.addLast(LaneRecord.of(3, old.get(1)));
    assertThatThrownBy(this::units).hasMessageContaining("records are missing");
  }

  @Test
  void anOlderGenerationCountsNoMore() {
    LaneScript older = new LaneScript(new TableId("d", "t"));
    older.definition();
    lane.definition().restart().definition();
    queue(lane.records(), 0);
    units();
    queue.addLast(LaneRecord.of(3, older.newRun(0).rows(LaneScript.row(1, "a")).records().get(1)));
    List<Unit> units = units();
    assertThat(units).singleElement().extracting(Unit::content).isInstanceOf(Unit.Nothing.class);
    assertThat(progress.stamp().generation()).isEqualTo(2);
    assertThat(progress.stamp().run()).isEqualTo(older.run());
  }
}
