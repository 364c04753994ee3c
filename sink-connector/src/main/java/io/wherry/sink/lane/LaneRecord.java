package io.wherry.sink.lane;

import io.wherry.common.wire.BatchEncoder;
import java.util.Map;
import org.apache.kafka.connect.data.Struct;

/**
 * One record on its way from the task to its lane's worker.
 *
 * @param offset in its original topic
 * @param value as the converter made it
 * @param bytes estimate of the memory it holds
 */
public record LaneRecord(long offset, Object value, long bytes) {
  /** Struct, columns, positions. */
  private static final long OVERHEAD = 2_000;

  public static LaneRecord of(long offset, Object value) {
    return new LaneRecord(offset, value, OVERHEAD + dataBytes(value));
  }

  private static long dataBytes(Object value) {
    if (value instanceof Struct struct && struct.schema().equals(BatchEncoder.schema())) {
      return size(struct.getWithoutDefault("data"));
    }
    return value instanceof Map<?, ?> map ? size(map.get("data")) : 0;
  }

  private static long size(Object data) {
    if (data instanceof byte[] bytes) {
      return bytes.length;
    }
    return data instanceof CharSequence text ? text.length() : BatchEncoder.MAX_DATA;
  }
}
