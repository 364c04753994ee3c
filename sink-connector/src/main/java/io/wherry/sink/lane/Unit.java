package io.wherry.sink.lane;

import io.wherry.common.model.Columns;
import io.wherry.common.model.Row;
import io.wherry.common.model.TableId;
import io.wherry.common.wire.Ddl;
import io.wherry.common.wire.Entry;
import io.wherry.sink.ledger.Progress;
import java.util.List;
import java.util.Optional;

/**
 * Consecutive records of a lane that go into the target together, in one transaction.
 *
 * @param source the table they speak of; empty where only duplicates were passed over
 * @param content what to write
 * @param offset of the last record with content, for messages and as name of an intent
 * @param after the lane's progress once it is in
 * @param batches what it was made of, in order; kept to try them one by one
 */
record Unit(
    Optional<TableId> source, Content content, long offset, Progress after, List<Item> batches) {

  /** What a unit writes beside the ledger row. */
  sealed interface Content {}

  /** Only the position moves. */
  record Nothing() implements Content {}

  /** Rows of snapshot chunks. */
  record Rows(Columns columns, List<Row> rows) implements Content {}

  /** Row changes, in order, without those that are in the target already. */
  record Changes(Columns columns, List<Entry> changes) implements Content {}

  /** A definition or statement. */
  record Schema(Ddl ddl) implements Content {}

  /** A definition that begins the table again: the table is to be there and empty. */
  record Beginning(Ddl ddl) implements Content {}

  /** The table is to be empty: it is read again. */
  record Emptying() implements Content {}

  /** Memory held until it is in. */
  long bytes() {
    return batches.stream().mapToLong(Item::bytes).sum();
  }
}
