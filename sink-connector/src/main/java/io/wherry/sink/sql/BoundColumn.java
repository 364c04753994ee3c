package io.wherry.sink.sql;

import io.wherry.common.model.Column;
import io.wherry.common.model.TableId;

/**
 * A column of the wire and the target's column it goes to.
 *
 * @param table the target's table
 * @param index where its value stands in a row of the wire
 */
record BoundColumn(TableId table, int index, Column wire, TargetColumn target) {

  String name() {
    return target.name();
  }

  /** For messages. */
  @Override
  public String toString() {
    return "table " + table + " column " + name();
  }
}
