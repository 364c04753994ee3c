package io.wherry.verify.compare;

import io.wherry.verify.server.SourcePosition;
import io.wherry.verify.table.TablePlan;
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

  /** Returns the position that the table's lane has passed. */
  String await(TablePlan plan) throws SQLException {
    String now = position.now();
    lanes.await(now, plan.source());
    return now;
  }
}
