package io.wherry.source.snapshot;

import io.wherry.common.model.TableId;
import java.util.List;

/**
 * A table as information_schema describes it, excluded columns included.
 *
 * @param id the table
 * @param engine its storage engine, empty if the server cannot tell
 * @param rows estimated row count
 * @param rowBytes estimated bytes a row, at least 1
 * @param columns its columns in table order
 * @param key the index whose columns identify a row, null if there is none
 */
public record TableFacts(
    TableId id,
    String engine,
    long rows,
    long rowBytes,
    List<ColumnFacts> columns,
    IndexFacts key) {

  /** Whether chunks of the table can be bounded by its key. */
  public boolean walkable() {
    return key != null && key.walkable();
  }
}
