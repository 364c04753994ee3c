package io.wherry.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.wherry.common.model.GtidSet;
import io.wherry.common.model.Row;
import io.wherry.common.wire.Batch;
import io.wherry.common.wire.BatchDecoder;
import io.wherry.common.wire.BatchKind;
import io.wherry.common.wire.Entry;
import io.wherry.common.wire.EntryReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.connect.source.SourceRecord;

/** One table as a sink would have it, kept from records; values as text, by key text. */
final class LaneMirror {
  private final BatchDecoder decoder = new BatchDecoder();
  private final Map<String, String> byKey = new HashMap<>();
  private final Map<String, Integer> keyless = new HashMap<>();
  private final Map<BatchKind, Integer> kinds = new HashMap<>();
  private String run;
  private long number;
  private GtidSet gtids = GtidSet.EMPTY;
  private boolean done;

  void apply(SourceRecord record) {
    Optional<Batch> batch = decoder.decode(record.value());
    batch.ifPresent(this::apply);
  }

  private void apply(Batch batch) {
    boolean first = !batch.stamp().run().equals(run);
    if (!first) {
      assertThat(batch.stamp().number()).isGreaterThan(number);
    }
    run = batch.stamp().run();
    number = batch.stamp().number();
    kinds.merge(batch.kind(), 1, Integer::sum);
    switch (batch.kind()) {
      case RESTART -> {
        byKey.clear();
        keyless.clear();
        done = false;
        gtids = GtidSet.EMPTY;
      }
      case ROWS -> EntryReader.rows(batch.payload()).forEach(r -> put(batch, r));
      case CHANGES -> changes(batch);
      default -> {}
    }
    done |= batch.payload().last();
    gtids = gtids.plusAll(batch.span().to().gtids());
  }

  private void changes(Batch batch) {
    EntryReader reader = new EntryReader(batch.payload());
    boolean known = false;
    while (reader.hasMore()) {
      Entry entry = reader.next();
      if (entry instanceof Entry.Transaction tx) {
        known = gtids.contains(tx.gtid());
      } else if (!known) {
        change(batch, entry);
      }
    }
  }

  private void change(Batch batch, Entry entry) {
    if (entry instanceof Entry.Insert insert) {
      put(batch, insert.after());
    } else if (entry instanceof Entry.Update update) {
      remove(batch, update.before());
      put(batch, update.after());
    } else if (entry instanceof Entry.Delete delete) {
      remove(batch, delete.before());
    }
  }

  /** Keyed rows replace what stood under their key; others count. */
  private void put(Batch batch, Row row) {
    if (batch.payload().columns().keyed()) {
      byKey.put(text(row.pick(batch.payload().columns().key())), text(row));
    } else {
      keyless.merge(text(row), 1, Integer::sum);
    }
  }

  private void remove(Batch batch, Row identity) {
    if (batch.payload().columns().keyed()) {
      byKey.remove(text(identity));
    } else {
      keyless.computeIfPresent(text(identity), (k, n) -> n == 1 ? null : n - 1);
    }
  }

  static String text(Row row) {
    return String.join(
        "|",
        Arrays.stream(row.values())
            .map(v -> v == null ? "NULL" : new String(v, StandardCharsets.ISO_8859_1))
            .toList());
  }

  /** How often each row is there. */
  Map<String, Integer> rows() {
    Map<String, Integer> all = new TreeMap<>(keyless);
    byKey.values().forEach(row -> all.merge(row, 1, Integer::sum));
    return all;
  }

  boolean done() {
    return done;
  }

  GtidSet gtids() {
    return gtids;
  }

  int count(BatchKind kind) {
    return kinds.getOrDefault(kind, 0);
  }
}
