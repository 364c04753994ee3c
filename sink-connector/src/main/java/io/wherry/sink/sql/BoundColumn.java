package io.wherry.sink.sql;

import io.wherry.common.model.Column;

/**
 * A column of the wire and the target's column it goes to.
 *
 * @param index where its value stands in a row of the wire
 */
record BoundColumn(int index, Column wire, TargetColumn target) {

  String name() {
    return target.name();
  }
}
