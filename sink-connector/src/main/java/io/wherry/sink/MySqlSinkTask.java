package io.wherry.sink;

import io.wherry.sink.lane.Lane;
import io.wherry.sink.lane.LaneSettings;
import io.wherry.sink.lane.LaneWorkers;
import io.wherry.sink.lane.Retries;
import io.wherry.sink.ledger.Ledger;
import java.util.Collection;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands records to their lanes and reports what the lanes have committed. Never touches the target
 * and never sleeps, except for a moment while partitions are given up. Used by the framework's task
 * thread alone.
 */
public final class MySqlSinkTask extends SinkTask {
  private static final Logger LOG = LoggerFactory.getLogger(MySqlSinkTask.class);
  private static final long SOON_MS = 50;

  private LaneWorkers workers;
  private AssignedLanes lanes;

  /** For the framework. */
  public MySqlSinkTask() {}

  @Override
  public String version() {
    return Version.value();
  }

  @Override
  public void start(Map<String, String> props) {
    SinkConfig config = new SinkConfig(props);
    String name = config.connectorName();
    Retries retries = new Retries();
    LaneSettings settings =
        new LaneSettings(
            new Ledger(config.ledgerDatabase()), config.router(), config.retryTimeout(), retries);
    workers = new LaneWorkers(name, config.threads(), config.address());
    lanes =
        new AssignedLanes(
            name,
            context,
            new Admission(config.bufferBytes()),
            new StatusLine(name, retries),
            lane -> new Lane(lane, settings, workers));
    LOG.info(
        "Sink task of {} writes to {} with {} threads", name, config.address(), config.threads());
    // Without this the first poll of a task without records would last until the next commit.
    context.timeout(SOON_MS);
  }

  @Override
  public void open(Collection<TopicPartition> partitions) {
    lanes.open(partitions);
  }

  @Override
  public void put(Collection<SinkRecord> records) {
    lanes.offer(records);
    lanes.tend();
  }

  /**
   * What the ledger holds. Never throws: the framework would not fail the task for it but rewind
   * all its partitions; failures come out of {@link #put}, which follows every commit.
   */
  @Override
  public Map<TopicPartition, OffsetAndMetadata> preCommit(
      Map<TopicPartition, OffsetAndMetadata> currentOffsets) {
    return lanes.committable(currentOffsets);
  }

  @Override
  public void close(Collection<TopicPartition> partitions) {
    lanes.close(partitions);
  }

  @Override
  public void stop() {
    if (workers != null) {
      workers.close();
      workers = null;
      LOG.info("Sink task stopped");
    }
  }
}
