package io.wherry.sink.lane;

import io.wherry.common.model.Columns;
import io.wherry.common.model.Row;
import io.wherry.common.model.TableId;
import io.wherry.common.wire.Batch;
import io.wherry.common.wire.BatchKind;
import io.wherry.common.wire.Ddl;
import io.wherry.common.wire.Entry;
import io.wherry.common.wire.EntryReader;
import io.wherry.sink.ledger.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.errors.DataException;

/** Grows one unit, batch by batch, until the next one does not fit. Used by one worker, once. */
final class UnitBuilder {
  private static final int MAX_ROWS = 10_000;

  private final long maxBytes;
  private final List<Item> items = new ArrayList<>();
  private Progress progress;
  private Optional<TableId> source = Optional.empty();
  private Unit.Content content = new Unit.Nothing();
  private long offset = -1;
  private long bytes;
  private int rows;

  /** A unit of one batch of any size, or of several that are within {@code maxBytes} together. */
  UnitBuilder(Progress from, long maxBytes) {
    this.progress = from;
    this.maxBytes = maxBytes;
  }

  /** The lane's progress behind everything taken. */
  Progress progress() {
    return progress;
  }

  boolean hasContent() {
    return !(content instanceof Unit.Nothing);
  }

  /** The unit; empty if nothing was taken. */
  Optional<Unit> build() {
    return items.isEmpty()
        ? Optional.empty()
        : Optional.of(new Unit(source, content, offset, progress, List.copyOf(items)));
  }

  /**
   * Takes an item if it fits.
   *
   * @throws DataException if the lane must stop at it
   */
  boolean take(Item item) {
    if (item.batch().isEmpty()) {
      return accept(item, progress);
    }
    Batch batch = item.batch().get();
    checkTable(batch);
    LaneRules.checkContinues(progress, batch, item.firstNumber());
    if (LaneRules.outdated(progress, batch)) {
      return accept(item, LaneRules.afterOutdated(progress, batch));
    }
    if (!fits(item, batch)) {
      return false;
    }
    int added = addContent(batch);
    if (batch.kind() != BatchKind.PROGRESS) {
      offset = item.offset();
    }
    source = Optional.of(batch.table());
    rows += added;
    return accept(item, moved(batch).counting(added, batch.payload().sourceTimeMs()));
  }

  private boolean accept(Item item, Progress after) {
    progress = after.at(item.offset() + 1);
    items.add(item);
    bytes += item.bytes();
    return true;
  }

  private void checkTable(Batch batch) {
    if (source.isPresent() && !source.get().equals(batch.table())) {
      throw new DataException(
          "the topic carries two tables: " + source.get() + " and " + batch.table());
    }
  }

  private boolean fits(Item item, Batch batch) {
    if (!hasContent() || batch.kind() == BatchKind.PROGRESS) {
      return true;
    }
    boolean small = bytes + item.bytes() <= maxBytes && rows + batch.payload().rows() <= MAX_ROWS;
    Columns columns = batch.payload().columns();
    return small
        && (content instanceof Unit.Rows r
                && batch.kind() == BatchKind.ROWS
                && r.columns().equals(columns)
            || content instanceof Unit.Changes c
                && batch.kind() == BatchKind.CHANGES
                && c.columns().equals(columns));
  }

  /** Adds what the batch brings, and returns how many rows or changes that is. */
  private int addContent(Batch batch) {
    return switch (batch.kind()) {
      case ROWS -> addRows(batch.payload().columns(), EntryReader.rows(batch.payload()));
      case CHANGES -> addChanges(batch.payload().columns(), LaneRules.news(progress, batch));
      case SCHEMA -> addSchema(batch);
      case RESTART -> addEmptying(batch);
      case PROGRESS -> 0;
    };
  }

  private int addRows(Columns columns, List<Row> added) {
    if (content instanceof Unit.Rows present) {
      present.rows().addAll(added);
    } else {
      content = new Unit.Rows(columns, new ArrayList<>(added));
    }
    return added.size();
  }

  private int addChanges(Columns columns, List<Entry> added) {
    if (content instanceof Unit.Changes present) {
      present.changes().addAll(added);
    } else if (!added.isEmpty()) {
      content = new Unit.Changes(columns, new ArrayList<>(added));
    }
    return added.size();
  }

  private int addSchema(Batch batch) {
    Ddl ddl = Ddl.of(batch.payload());
    if (LaneRules.startsOver(progress, batch)) {
      content = new Unit.Beginning(ddl);
    } else if (ddl.gtid().isEmpty() || !progress.gtids().contains(ddl.gtid())) {
      content = new Unit.Schema(ddl);
    }
    return 0;
  }

  private int addEmptying(Batch batch) {
    if (!LaneRules.sameGeneration(progress, batch)) {
      content = new Unit.Emptying();
    }
    return 0;
  }

  private Progress moved(Batch batch) {
    Progress after = LaneRules.after(progress, batch);
    if (content instanceof Unit.Schema schema && !schema.ddl().gtid().isEmpty()) {
      return LaneRules.including(after, schema.ddl().gtid());
    }
    return after;
  }
}
