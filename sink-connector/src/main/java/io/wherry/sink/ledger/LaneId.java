package io.wherry.sink.ledger;

/**
 * One topic-partition of one sink connector: one order, one writer.
 *
 * @param connector name of the sink connector
 * @param topic original name of the topic
 * @param partition its partition
 */
public record LaneId(String connector, String topic, int partition) {

  /** For people: {@code topic-0}. */
  @Override
  public String toString() {
    return topic + "-" + partition;
  }
}
