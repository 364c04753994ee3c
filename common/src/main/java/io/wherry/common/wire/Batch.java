package io.wherry.common.wire;

import io.wherry.common.model.TableId;

/** What one lane record carries, whole: pieces of a large one are joined already. */
public record Batch(BatchKind kind, TableId table, Stamp stamp, Span span, Payload payload) {

  /** For people and headers. No values. */
  @Override
  public String toString() {
    return kind.wireName()
        + " "
        + table
        + " "
        + stamp
        + " rows="
        + payload.rows()
        + " to "
        + span.to();
  }
}
