package io.wherry.source.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.wherry.common.model.GtidSet;
import io.wherry.common.model.Row;
import io.wherry.common.model.TableId;
import io.wherry.common.wire.Batch;
import io.wherry.common.wire.BatchKind;
import io.wherry.common.wire.Entry;
import io.wherry.common.wire.EntryReader;
import io.wherry.common.wire.Span;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * A naive sink of one lane: one change at a time, with the ledger's rules, checking each record.
 */
final class ModelSink {
  private final ModelSource source;
  private final TableId table;
  final Map<Integer, Integer> rows = new TreeMap<>();
  private String run;
  private long number = -1;
  private long generation;
  private GtidSet gtids;
  private String partialGtid;
  private long partialSequence;
  boolean done;

  ModelSink(ModelSource source, TableId table) {
    this.source = source;
    this.table = table;
  }

  void apply(Batch batch) {
    boolean startsOver =
        batch.stamp().generation() > generation
            && (batch.kind() == BatchKind.RESTART || batch.kind() == BatchKind.SCHEMA);
    checkOrder(batch, startsOver);
    if (batch.stamp().generation() < generation) {
      return;
    }
    generation = batch.stamp().generation();
    if (startsOver) {
      rows.clear();
      done = false;
      gtids = null;
    }
    if (batch.kind() == BatchKind.ROWS) {
      for (Row row : EntryReader.rows(batch.payload())) {
        rows.put(ModelSource.number(row.get(0)), ModelSource.number(row.get(1)));
      }
      done |= batch.payload().last();
    } else if (batch.kind() == BatchKind.CHANGES) {
      applyChanges(batch);
    }
    remember(batch);
    checkRows(batch);
  }

  private void checkOrder(Batch batch, boolean startsOver) {
    if (batch.stamp().run().equals(run)) {
      assertThat(batch.stamp().number()).as("number of %s", batch).isEqualTo(number + 1);
    } else {
      assertThat(batch.stamp().number()).as("first number of %s", batch).isZero();
      assertThat(batch.span().from()).as("start of %s", batch).isNotNull();
      if (gtids != null && !startsOver) {
        assertThat(batch.span().from().gtids().isSubsetOf(gtids))
            .as("%s continues from %s, lane is at %s", batch, batch.span().from(), gtids)
            .isTrue();
      }
    }
    run = batch.stamp().run();
    number = batch.stamp().number();
  }

  private void applyChanges(Batch batch) {
    EntryReader reader = new EntryReader(batch.payload());
    String gtid = null;
    long sequence = 0;
    while (reader.hasMore()) {
      Entry entry = reader.next();
      if (entry instanceof Entry.Transaction tx) {
        gtid = tx.gtid();
        sequence = tx.sequence();
        continue;
      }
      boolean applied =
          gtids != null && gtids.contains(gtid)
              || gtid.equals(partialGtid) && sequence < partialSequence;
      if (!applied) {
        applyOne(entry);
      }
      sequence++;
    }
  }

  private void applyOne(Entry entry) {
    if (entry instanceof Entry.Insert insert) {
      put(insert.after());
    } else if (entry instanceof Entry.Update update) {
      rows.remove(ModelSource.number(update.before().get(0)));
      put(update.after());
    } else if (entry instanceof Entry.Delete delete) {
      rows.remove(ModelSource.number(delete.before().get(0)));
    }
  }

  private void put(Row row) {
    rows.put(ModelSource.number(row.get(0)), ModelSource.number(row.get(1)));
  }

  private void remember(Batch batch) {
    Span span = batch.span();
    boolean begins = gtids == null;
    gtids = begins ? span.to().gtids() : gtids.plusAll(span.to().gtids());
    if (span.partialGtid() != null && !gtids.contains(span.partialGtid())) {
      boolean same = span.partialGtid().equals(partialGtid);
      partialSequence =
          same ? Math.max(partialSequence, span.partialSequence()) : span.partialSequence();
      partialGtid = span.partialGtid();
    } else if (partialGtid != null && (begins || gtids.contains(partialGtid))) {
      partialGtid = null;
    }
  }

  /** The invariant: what the lane released are rows of the source as they stood at its position. */
  private void checkRows(Batch batch) {
    if (partialGtid != null) {
      return;
    }
    Map<Integer, Integer> state = source.stateOf(table, gtids);
    Map<Integer, Integer> expected = new HashMap<>();
    rows.keySet().forEach(key -> expected.put(key, state.get(key)));
    assertThat(rows).as("rows after %s", batch).isEqualTo(expected);
    if (done) {
      assertThat(rows).as("complete table after %s", batch).isEqualTo(state);
    }
  }
}
