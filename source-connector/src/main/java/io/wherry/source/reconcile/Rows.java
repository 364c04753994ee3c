package io.wherry.source.reconcile;

import io.wherry.common.model.Columns;
import io.wherry.common.model.Row;
import io.wherry.common.wire.BatchEncoder;
import io.wherry.common.wire.EntryWriter;
import io.wherry.common.wire.Payload;
import io.wherry.source.offsets.TableOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * Snapshot rows on their way into batches.
 *
 * @param columns of the rows
 * @param rows in key order
 * @param last whether they complete the table's snapshot
 */
record Rows(Columns columns, List<Row> rows, boolean last) {
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
    EntryWriter writer = new EntryWriter(columns);
    for (int i = 0; i < rows.size(); i++) {
      writer.row(rows.get(i));
      if (writer.size() >= FULL && i < rows.size() - 1) {
        parts.add(new Part(payload(writer, false), offsetAt(rows.get(i), end)));
        writer = new EntryWriter(columns);
      }
    }
    parts.add(new Part(payload(writer, last), end));
    return parts;
  }

  private TableOffset offsetAt(Row row, TableOffset end) {
    TableOffset begun = TableOffset.begun(end.generation(), end.from());
    return columns.keyed() ? begun.readTo(row.pick(columns.key())) : begun;
  }

  private Payload payload(EntryWriter writer, boolean isLast) {
    return new Payload(columns, writer.rows(), writer.toByteArray(), 0, isLast);
  }
}
