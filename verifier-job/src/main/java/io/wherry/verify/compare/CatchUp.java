package io.wherry.verify.compare;

import io.wherry.common.model.TableId;
import io.wherry.verify.server.SourcePosition;
import java.sql.SQLException;

/** Makes sure that the target holds whatever a read of the source that has ended can have seen. */
final class CatchUp {
  private final SourcePosition position;
  private final LaneWait lanes;

  CatchUp(SourcePosition position, LaneWait lanes) {
    this.position = position;
    this.lanes = lanes;
  }

  /** Where the source is. */
  String position() throws SQLException {
    return position.now();
  }

  /** Returns the position that the source table's lane has passed. */
  String await(TableId table) throws SQLException {
    String now = position.now();
    lanes.await(now, table);
    return now;
  }
}
