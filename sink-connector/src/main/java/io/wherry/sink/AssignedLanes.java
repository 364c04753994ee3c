package io.wherry.sink;

import io.wherry.sink.lane.Lane;
import io.wherry.sink.lane.LaneRecord;
import io.wherry.sink.lane.LaneState;
import io.wherry.sink.lane.LaneState.Phase;
import io.wherry.sink.ledger.LaneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lanes of the partitions that a task has now, and everything that the framework wants done on
 * its own thread for them: seeking, pausing, resuming, asking for commits, throwing failures. Used
 * by the task thread alone.
 */
final class AssignedLanes {
  private static final Logger LOG = LoggerFactory.getLogger(AssignedLanes.class);
  private static final long RESTLESS_MS = 50;
  private static final long QUIET_MS = 1_000;
  private static final long CLOSE_MS = 2_000;
  private static final long LOST_MS = 30_000;

  private final String connector;
  private final SinkTaskContext context;
  private final Admission admission;
  private final Function<LaneId, Lane> newLane;
  private final StatusLine status;
  private final CommitClock commits = new CommitClock();

  private final Map<TopicPartition, Lane> lanes = new LinkedHashMap<>();
  private final Set<TopicPartition> paused = new HashSet<>();
  private final Map<TopicPartition, Long> lostSince = new HashMap<>();
  private final Set<String> warnedTopics = new HashSet<>();

  AssignedLanes(
      String connector,
      SinkTaskContext context,
      Admission admission,
      StatusLine status,
      Function<LaneId, Lane> newLane) {
    this.connector = connector;
    this.status = status;
    this.context = context;
    this.admission = admission;
    this.newLane = newLane;
  }

  /**
   * Begins the lanes of new partitions. The claim needs the target, so it runs on a worker; until
   * it is done and the consumer stands where the ledger says, the partition is paused.
   */
  void open(Collection<TopicPartition> partitions) {
    for (TopicPartition partition : partitions) {
      if (partition.partition() == 0) {
        Lane lane = newLane.apply(new LaneId(connector, partition.topic(), 0));
        Lane before = lanes.put(partition, lane);
        if (before != null) {
          before.close();
        }
        pause(partition);
        lane.start();
      }
    }
    context.timeout(RESTLESS_MS);
  }

  /** Hands records over, by their topics as they were before any transform. */
  void offer(Collection<SinkRecord> records) {
    for (SinkRecord record : records) {
      TopicPartition origin =
          new TopicPartition(record.originalTopic(), record.originalKafkaPartition());
      Lane lane = lanes.get(origin);
      if (lane != null) {
        lane.offer(LaneRecord.of(record.originalKafkaOffset(), record.value()));
      } else if (origin.partition() != 0) {
        warnOnce(origin.topic());
      }
    }
  }

  private void warnOnce(String topic) {
    if (warnedTopics.add(topic)) {
      LOG.warn(
          "Topic {} has records outside partition 0: they are not of a Wherry source and are"
              + " ignored",
          topic);
    }
  }

  /** Does what is due for every lane. Throws the first failure of one. */
  void tend() {
    Map<TopicPartition, LaneState> states = new LinkedHashMap<>();
    lanes.forEach((partition, lane) -> states.put(partition, lane.state()));
    throwFailures(states);
    seek();
    regulate();
    if (commits.due(states.values())) {
      context.requestCommit();
    }
    boolean restless = !paused.isEmpty() || states.values().stream().anyMatch(LaneState::restless);
    context.timeout(restless ? RESTLESS_MS : QUIET_MS);
    status.tell(states.values(), paused.size());
  }

  private void throwFailures(Map<TopicPartition, LaneState> states) {
    states.forEach(
        (partition, state) -> {
          boolean failed = state.phase() == Phase.FAILED;
          if (failed || state.phase() == Phase.LOST && lostForLong(partition)) {
            throw failure(lanes.get(partition));
          }
        });
  }

  private static ConnectException failure(Lane lane) {
    ConnectException cause = lane.failure().orElseThrow();
    return new ConnectException(cause.getMessage(), cause);
  }

  /**
   * A task that was thrown out of its group learns from the ledger first and from the framework a
   * little later; then the partition goes and nothing has failed. If it stays, two owners fight.
   */
  private boolean lostForLong(TopicPartition partition) {
    long now = System.nanoTime();
    long since = lostSince.computeIfAbsent(partition, p -> now);
    return now - since >= TimeUnit.MILLISECONDS.toNanos(LOST_MS);
  }

  private void seek() {
    lanes.forEach(
        (partition, lane) -> {
          OptionalLong offset = lane.takeSeek();
          if (offset.isPresent()) {
            context.offset(partition, offset.getAsLong());
          }
        });
  }

  private void regulate() {
    Map<TopicPartition, LaneState> states = new LinkedHashMap<>();
    lanes.forEach((partition, lane) -> states.put(partition, lane.state()));
    long bytes = states.values().stream().mapToLong(LaneState::bytes).sum();
    Admission.Load load = new Admission.Load(bytes, states.size());
    states.forEach(
        (partition, state) -> {
          boolean isPaused = paused.contains(partition);
          if (isPaused && admission.resumes(state, load)) {
            paused.remove(partition);
            context.resume(partition);
          } else if (!isPaused && !admission.keeps(state, load)) {
            pause(partition);
          }
        });
  }

  private void pause(TopicPartition partition) {
    paused.add(partition);
    context.pause(partition);
  }

  /** What the ledger holds, of partitions whose lanes know; partitions without a lane pass. */
  Map<TopicPartition, OffsetAndMetadata> committable(
      Map<TopicPartition, OffsetAndMetadata> current) {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    current.forEach(
        (partition, consumed) -> {
          Lane lane = lanes.get(partition);
          if (partition.partition() != 0) {
            offsets.put(partition, consumed);
          } else if (lane != null) {
            commits.committed(lane.state(), consumed).ifPresent(o -> offsets.put(partition, o));
          }
        });
    return offsets;
  }

  /**
   * Ends the lanes of partitions that go. The transaction in progress gets a moment to commit, then
   * its connection is cut; either is right, the ledger tells the next owner which it was.
   */
  void close(Collection<TopicPartition> partitions) {
    List<Lane> going = new ArrayList<>();
    for (TopicPartition partition : partitions) {
      Lane lane = lanes.remove(partition);
      paused.remove(partition);
      lostSince.remove(partition);
      if (lane != null) {
        lane.close();
        going.add(lane);
      }
    }
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CLOSE_MS);
    for (Lane lane : going) {
      awaitClosed(lane, deadline);
    }
  }

  private static void awaitClosed(Lane lane, long deadline) {
    try {
      if (!lane.awaitClosed(deadline)) {
        LOG.info("Lane {} is closed in the middle of a transaction; it does not count", lane.id());
        lane.abort();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      lane.abort();
    }
  }
}
