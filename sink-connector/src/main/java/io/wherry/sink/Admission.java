package io.wherry.sink;

import io.wherry.sink.lane.LaneState;

/**
 * Which lanes may take more records. Together they hold about {@code maxBytes}; each may use all of
 * it while the others are quiet, and none can be starved of its share by another that is stuck.
 *
 * @param maxBytes memory for waiting records of a task
 */
record Admission(long maxBytes) {

  /** What all lanes of a task hold together. */
  record Load(long bytes, int lanes) {}

  /** Whether a lane that takes records may go on to. */
  boolean keeps(LaneState lane, Load load) {
    return wants(lane) && (must(lane) || load.bytes() < maxBytes || lane.bytes() < share(load));
  }

  /** Whether a lane that was paused may take records again: later than it was paused. */
  boolean resumes(LaneState lane, Load load) {
    return wants(lane)
        && (must(lane) || load.bytes() <= maxBytes / 2 || lane.bytes() <= share(load) / 2);
  }

  private static boolean wants(LaneState lane) {
    return lane.phase() == LaneState.Phase.RUNNING && !lane.waiting();
  }

  /** Half a batch is no work: without its rest the lane would hold it for ever. */
  private static boolean must(LaneState lane) {
    return lane.needsMore();
  }

  private long share(Load load) {
    return maxBytes / Math.max(1, load.lanes());
  }
}
