package io.wherry.source.reconcile;

import io.wherry.common.model.Position;
import io.wherry.source.offsets.LogOffset;
import java.util.Map;

/**
 * One life of the tail and the snapshot, from a start to the next restart.
 *
 * @param id new for each run, sortable by time for people
 * @param start where the tail began
 * @param generation of every table that this run reads from its beginning, unless that table's last
 *     one was higher: the run's start, epoch milliseconds, so that it is higher than those of runs
 *     whose offsets were never stored
 */
public record Run(String id, Position start, long generation) {

  long generationAfter(long before) {
    return Math.max(generation, before + 1);
  }

  Map<String, Object> logOffset(Position handed) {
    return new LogOffset(handed).toMap();
  }
}
