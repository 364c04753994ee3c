package io.wherry.source.reconcile;

import io.wherry.common.wire.Batch;
import java.util.Map;

/**
 * A batch on its way to a topic, with the offset that holds once it is stored.
 *
 * @param partition Connect's source partition
 * @param offset Connect's source offset
 */
public record LaneRecord(Batch batch, Map<String, String> partition, Map<String, Object> offset) {}
