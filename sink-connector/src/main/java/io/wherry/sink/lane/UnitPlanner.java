package io.wherry.sink.lane;

import io.wherry.common.wire.Batch;
import io.wherry.common.wire.BatchDecoder;
import io.wherry.sink.ledger.Progress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.connect.errors.DataException;

/**
 * Makes units of work from a lane's records: joins pieces, passes over what is in the target, packs
 * batches that fit together. Used by the worker that runs the lane; holds decoded records that no
 * unit has taken yet.
 */
final class UnitPlanner {
  /** A lane that is behind commits this much at once: a commit costs as much as many rows. */
  private static final long PACK_BYTES = 4L << 20;

  private final Supplier<Optional<LaneRecord>> records;
  private final Deque<Item> ahead = new ArrayDeque<>();
  private BatchDecoder decoder = new BatchDecoder();
  private long pieceBytes;
  private int oneByOne;
  private boolean unitIsAlone;
  private Optional<DataException> broken = Optional.empty();

  /**
   * A planner of a lane's records.
   *
   * @param records takes the next one, empty when none is there yet
   */
  UnitPlanner(Supplier<Optional<LaneRecord>> records) {
    this.records = records;
  }

  /** Whether the records so far end inside a batch of several pieces. */
  boolean midway() {
    return decoder.midway() && ahead.isEmpty();
  }

  /**
   * The next unit, as large as what is there and fits together.
   *
   * @param from the lane's committed progress
   * @return empty if nothing complete is there
   * @throws DataException if the lane must not go on
   */
  Optional<Unit> plan(Progress from) {
    if (broken.isPresent()) {
      throw broken.get();
    }
    unitIsAlone = oneByOne > 0;
    UnitBuilder unit = new UnitBuilder(from, unitIsAlone ? 0 : PACK_BYTES);
    try {
      fill(unit);
    } catch (DataException e) {
      broken = Optional.of(e);
      return Optional.of(unit.build().orElseThrow(() -> e));
    }
    if (unitIsAlone && unit.hasContent()) {
      oneByOne--;
    }
    return unit.build();
  }

  private void fill(UnitBuilder unit) {
    Optional<Item> item = next(unit.progress());
    while (item.isPresent()) {
      if (!take(unit, item.get())) {
        ahead.addFirst(item.get());
        return;
      }
      item = next(unit.progress());
    }
  }

  /**
   * Takes the last unit back, to be tried batch by batch: one of them fails and shall be named.
   *
   * @return false if that was done already, or there is nothing to part
   */
  boolean split(Unit unit) {
    List<Item> items = unit.batches();
    if (unitIsAlone || items.size() < 2) {
      return false;
    }
    for (int i = items.size() - 1; i >= 0; i--) {
      ahead.addFirst(items.get(i));
    }
    oneByOne = items.size();
    return true;
  }

  /** Forgets every record: they come again. */
  void reset() {
    ahead.clear();
    broken = Optional.empty();
    decoder = new BatchDecoder();
    pieceBytes = 0;
  }

  private static boolean take(UnitBuilder unit, Item item) {
    try {
      return unit.take(item);
    } catch (DataException e) {
      throw new DataException("offset " + item.offset() + ": " + e.getMessage(), e);
    }
  }

  private Optional<Item> next(Progress progress) {
    if (!ahead.isEmpty()) {
      return Optional.of(ahead.pollFirst());
    }
    Optional<LaneRecord> record = records.get();
    while (record.isPresent()) {
      Optional<Item> item = decode(progress, record.get());
      if (item.isPresent()) {
        return item;
      }
      record = records.get();
    }
    return Optional.empty();
  }

  private Optional<Item> decode(Progress progress, LaneRecord record) {
    try {
      return decoded(progress, record);
    } catch (DataException e) {
      throw new DataException("offset " + record.offset() + ": " + e.getMessage(), e);
    }
  }

  private Optional<Item> decoded(Progress progress, LaneRecord record) {
    pieceBytes += record.bytes();
    boolean duplicate = LaneRules.duplicate(progress, BatchDecoder.stampOf(record.value()));
    if (duplicate && decoder.midway()) {
      return Optional.empty();
    }
    Optional<Batch> batch = duplicate ? Optional.empty() : decoder.decode(record.value());
    if (batch.isEmpty() && !duplicate) {
      return Optional.empty();
    }
    Item item = new Item(batch, decoder.firstNumber(), record.offset(), pieceBytes);
    pieceBytes = 0;
    return Optional.of(item);
  }
}
