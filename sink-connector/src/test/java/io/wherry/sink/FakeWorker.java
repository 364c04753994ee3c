package io.wherry.sink;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;

/**
 * Does to a sink task what a Connect worker does: polls, pauses, seeks, asks for offsets, all on
 * one thread. Topics are lists of values; offsets are their indexes.
 */
final class FakeWorker implements SinkTaskContext {
  private static final int POLL_RECORDS = 50;

  private final MySqlSinkTask task = new MySqlSinkTask();
  private final Map<TopicPartition, List<?>> topics = new LinkedHashMap<>();
  private final Map<TopicPartition, Long> positions = new HashMap<>();
  private final Map<TopicPartition, Long> seeks = new HashMap<>();
  private final Set<TopicPartition> paused = new HashSet<>();
  private final Map<TopicPartition, Long> committed = new HashMap<>();
  private UnaryOperator<Object> converter = value -> value;
  private long timeout = -1;
  private int pauses;
  private int commitRequests;
  private long longestPutMs;

  FakeWorker(Map<String, String> config) {
    task.initialize(this);
    task.start(config);
  }

  FakeWorker converting(UnaryOperator<Object> with) {
    converter = with;
    return this;
  }

  /** Assigns a topic's partition 0, as in a rebalance, at this consumer position. */
  FakeWorker assign(String topic, List<?> values, long position) {
    TopicPartition partition = new TopicPartition(topic, 0);
    topics.put(partition, values);
    positions.put(partition, position);
    task.open(List.of(partition));
    rewind();
    return this;
  }

  /** Takes a partition away, in order. */
  void revoke(String topic) {
    TopicPartition partition = new TopicPartition(topic, 0);
    commit();
    lose(topic);
    committed.remove(partition);
  }

  /** Takes a partition away after it was given to somebody else. */
  void lose(String topic) {
    TopicPartition partition = new TopicPartition(topic, 0);
    task.close(List.of(partition));
    topics.remove(partition);
    positions.remove(partition);
    paused.remove(partition);
  }

  /** One turn of the worker's loop. */
  void poll() {
    rewind();
    long wait = timeout > 0 ? timeout : 60_000;
    timeout = -1;
    List<SinkRecord> records = fetch();
    if (records.isEmpty()) {
      sleep(Math.min(wait, 20));
    }
    long start = System.nanoTime();
    task.put(records);
    longestPutMs = Math.max(longestPutMs, (System.nanoTime() - start) / 1_000_000);
  }

  private List<SinkRecord> fetch() {
    List<SinkRecord> records = new ArrayList<>();
    topics.forEach(
        (partition, values) -> {
          long at = positions.get(partition);
          while (!paused.contains(partition)
              && at < values.size()
              && records.size() < POLL_RECORDS) {
            records.add(record(partition, at, values.get((int) at)));
            at++;
          }
          positions.put(partition, at);
        });
    return records;
  }

  private SinkRecord record(TopicPartition partition, long offset, Object value) {
    return new SinkRecord(
        partition.topic(),
        partition.partition(),
        null,
        null,
        null,
        converter.apply(value),
        offset,
        null,
        TimestampType.NO_TIMESTAMP_TYPE);
  }

  private void rewind() {
    positions.putAll(seeks);
    seeks.clear();
  }

  /** Polls until it is so. A task failure comes through. */
  void pollUntil(BooleanSupplier done) {
    long deadline = System.nanoTime() + 60_000_000_000L;
    while (!done.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("not reached within 60 s");
      }
      poll();
    }
  }

  /** Polls until every record of every topic is in the target. */
  void drain() {
    pollUntil(() -> topics.keySet().stream().allMatch(p -> committedAll(p.topic())));
  }

  /** An offset commit, as the framework would store it. */
  void commit() {
    Map<TopicPartition, OffsetAndMetadata> current = new HashMap<>();
    positions.forEach((partition, at) -> current.put(partition, new OffsetAndMetadata(at)));
    task.preCommit(current)
        .forEach((partition, offset) -> committed.put(partition, offset.offset()));
  }

  long committed(String topic) {
    return committed.getOrDefault(new TopicPartition(topic, 0), -1L);
  }

  /** Whether every record of the topic is in the target. */
  boolean committedAll(String topic) {
    commit();
    return committed(topic) == topics.get(new TopicPartition(topic, 0)).size();
  }

  long position(String topic) {
    return positions.get(new TopicPartition(topic, 0));
  }

  boolean isPaused(String topic) {
    return paused.contains(new TopicPartition(topic, 0));
  }

  int pauses() {
    return pauses;
  }

  int commitRequests() {
    return commitRequests;
  }

  long longestPutMs() {
    return longestPutMs;
  }

  long lastTimeout() {
    return timeout;
  }

  /** An orderly end. */
  void stop() {
    commit();
    task.close(List.copyOf(topics.keySet()));
    topics.clear();
    task.stop();
  }

  /** The end of the process as the target sees it: connections break, nothing else is said. */
  void crash() {
    task.stop();
  }

  static void sleep(long ms) {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public Map<String, String> configs() {
    return Map.of();
  }

  @Override
  public void offset(Map<TopicPartition, Long> offsets) {
    seeks.putAll(offsets);
  }

  @Override
  public void offset(TopicPartition partition, long offset) {
    seeks.put(partition, offset);
  }

  @Override
  public void timeout(long timeoutMs) {
    timeout = timeoutMs;
  }

  @Override
  public Set<TopicPartition> assignment() {
    return topics.keySet();
  }

  @Override
  public void pause(TopicPartition... partitions) {
    paused.addAll(List.of(partitions));
    pauses++;
  }

  @Override
  public void resume(TopicPartition... partitions) {
    paused.removeAll(List.of(partitions));
  }

  @Override
  public void requestCommit() {
    commitRequests++;
  }

  @Override
  public PluginMetrics pluginMetrics() {
    throw new UnsupportedOperationException();
  }
}
