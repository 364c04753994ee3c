package io.wherry.source.reconcile;

import io.wherry.common.model.TableId;
import io.wherry.source.offsets.TableOffset;
import java.util.Map;
import java.util.Optional;

/** What the outside knows of a table that the reconciler has no lane for, or must read again. */
public interface LaneHistory {

  /** The stored offset of a table that the catalog no longer lists. */
  Optional<TableOffset> offset(TableId table);

  /** Variables that decide what a new table in this database is like, values as SQL literals. */
  Map<String, String> session(String database);

  /**
   * Reads a table's definition again.
   *
   * @return empty if the table is gone by now
   */
  Optional<Definition> definition(TableId table);
}
