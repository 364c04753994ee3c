package io.wherry.source.reconcile;

import io.wherry.common.model.Row;
import io.wherry.common.wire.BatchEncoder;
import io.wherry.common.wire.EntryWriter;
import io.wherry.common.wire.Payload;
import io.wherry.source.offsets.TableOffset;
import io.wherry.source.snapshot.TableInfo;
import java.util.ArrayList;
import java.util.List;

/**
 * Snapshot rows on their way into batches.
 *
 * @param info the table they were read from
 * @param rows in the order of the key index, if there is one
 * @param last whether they complete the table's snapshot
 */
record Rows(TableInfo info, List<Row> rows, boolean last) {
  private static final int FULL = BatchEncoder.MAX_DATA * 7 / 8;

  /** One batch's worth, with the table offset that holds once it is stored. */
  record Part(Payload payload, TableOffset offset) {}

  /**
   * Packs the rows, in order, into batches.
   *
   * @param end the table offset of the last batch; those before it end at their own last row
   */
  List<Part> parts(TableOffset end) {
    List<Part> parts = new ArrayList<>();
    EntryWriter writer = new EntryWriter(info.columns());
    for (int i = 0; i < rows.size(); i++) {
      writer.row(rows.get(i));
      if (writer.size() >= FULL && i < rows.size() - 1) {
        parts.add(new Part(payload(writer), offsetAt(rows.get(i), end)));
        writer = new EntryWriter(info.columns());
      }
    }
    Payload p = payload(writer);
    parts.add(new Part(new Payload(p.columns(), p.rows(), p.data(), 0, last), end));
    return parts;
  }

  /** A table that was not read in key order starts over after a restart: its rows have no order. */
  private TableOffset offsetAt(Row row, TableOffset end) {
    TableOffset begun = TableOffset.begun(end.generation(), end.from());
    return info.keyIndex() == null ? begun : begun.readTo(row.pick(info.columns().key()));
  }

  private Payload payload(EntryWriter writer) {
    return new Payload(info.columns(), writer.rows(), writer.toByteArray(), 0, false);
  }
}
