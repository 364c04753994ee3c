package io.wherry.source.snapshot;

import io.wherry.common.model.GtidSet;
import io.wherry.common.model.Row;
import java.util.List;

/**
 * What one SELECT returned, and between which marks it ran.
 *
 * @param rows full images in key order
 * @param range what was really read: ends earlier than asked when the byte bound was hit
 * @param low gtid_executed before the read: all of it was visible to the read
 * @param highFile binary log file after the read
 * @param highOffset offset in it; nothing behind it was visible to the read
 * @param serverUuid of the very connection that read
 */
public record Chunk(
    List<Row> rows,
    Range range,
    GtidSet low,
    String highFile,
    long highOffset,
    String serverUuid) {}
