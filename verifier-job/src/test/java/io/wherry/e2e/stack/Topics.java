package io.wherry.e2e.stack;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.GroupNotEmptyException;

/** What a move leaves at the broker: topics by prefix, and the sink's consumer group. */
public final class Topics implements AutoCloseable {
  private final Admin admin;

  public Topics(String broker) {
    admin = Admin.create(Map.of("bootstrap.servers", broker, "client.id", "wherry-e2e"));
  }

  /** The topics whose names start so. */
  public List<String> byPrefix(String prefix) {
    return get(admin.listTopics().names()).stream().filter(n -> n.startsWith(prefix)).toList();
  }

  public void deleteByPrefix(String prefix) {
    get(admin.deleteTopics(byPrefix(prefix)).all());
  }

  /** Deletes a consumer group; one that is not there, or still has its last member, may stay. */
  public void deleteGroup(String group) {
    try {
      get(admin.deleteConsumerGroups(List.of(group)).all());
    } catch (IllegalStateException e) {
      if (!(e.getCause() instanceof GroupIdNotFoundException)
          && !(e.getCause() instanceof GroupNotEmptyException)) {
        throw e;
      }
    }
  }

  /** Records that a consumer group has not committed yet, over all topics it reads. */
  public long lag(String group) {
    Map<TopicPartition, OffsetAndMetadata> committed =
        get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
    Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
    committed.keySet().forEach(p -> latest.put(p, OffsetSpec.latest()));
    return get(admin.listOffsets(latest).all()).entrySet().stream()
        .mapToLong(end -> end.getValue().offset() - committed.get(end.getKey()).offset())
        .sum();
  }

  /** How many partitions each member of a group reads. */
  public List<Integer> assignments(String group) {
    return get(admin.describeConsumerGroups(List.of(group)).all()).get(group).members().stream()
        .map(member -> member.assignment().topicPartitions().size())
        .toList();
  }

  private static <T> T get(KafkaFuture<T> future) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("the broker refused: " + e.getCause(), e.getCause());
    }
  }

  @Override
  public void close() {
    admin.close();
  }
}
