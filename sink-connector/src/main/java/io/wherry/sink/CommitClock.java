package io.wherry.sink;

import io.wherry.sink.lane.LaneState;
import io.wherry.sink.ledger.Progress;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;

/**
 * When to ask the framework to commit consumer offsets: when the ledger moved, at most once a
 * second. Used by the task thread alone.
 */
final class CommitClock {
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private long askedAt = System.nanoTime() - PAUSE_NANOS;
  private long askedFor = -1;

  /** Whether to ask now. */
  boolean due(Collection<LaneState> lanes) {
    long reached =
        lanes.stream()
            .flatMap(lane -> lane.progress().stream())
            .mapToLong(Progress::nextOffset)
            .sum();
    long now = System.nanoTime();
    if (reached == askedFor || now - askedAt < PAUSE_NANOS) {
      return false;
    }
    askedFor = reached;
    askedAt = now;
    return true;
  }

  /**
   * The offset to commit for a lane; none before the consumer stands where the lane does, since the
   * framework takes no offset that was not consumed.
   */
  Optional<OffsetAndMetadata> committed(LaneState lane, OffsetAndMetadata consumed) {
    return lane.progress()
        .filter(p -> lane.phase() == LaneState.Phase.RUNNING)
        .filter(p -> p.nextOffset() <= consumed.offset())
        .map(p -> new OffsetAndMetadata(p.nextOffset()));
  }
}
