package io.wherry.sink.lane;

import io.wherry.common.wire.Batch;
import java.util.Optional;

/**
 * One step of a lane's records: a whole batch, or a record that is passed over.
 *
 * @param batch empty for a duplicate
 * @param firstNumber number of the batch's first piece
 * @param offset of its last record
 * @param bytes of memory its records hold
 */
record Item(Optional<Batch> batch, long firstNumber, long offset, long bytes) {}
