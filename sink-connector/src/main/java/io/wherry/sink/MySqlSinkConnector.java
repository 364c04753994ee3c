package io.wherry.sink;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkConnector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies the source connector's topics to a MySQL server. Says before the start, all at once, what
 * stands in the way on the target.
 */
public final class MySqlSinkConnector extends SinkConnector {
  private static final Logger LOG = LoggerFactory.getLogger(MySqlSinkConnector.class);

  private Map<String, String> properties = Map.of();

  /** For the framework. */
  public MySqlSinkConnector() {}

  @Override
  public String version() {
    return Version.value();
  }

  @Override
  public ConfigDef config() {
    return SinkConfig.definition();
  }

  @Override
  public Class<? extends Task> taskClass() {
    return MySqlSinkTask.class;
  }

  @Override
  public void start(Map<String, String> props) {
    List<Finding> contradictions = SinkConfig.contradictions(props);
    if (!contradictions.isEmpty()) {
      Finding first = contradictions.get(0);
      throw new ConfigException(first.key() + ": " + first.message());
    }
    SinkConfig config = new SinkConfig(props);
    for (String key : SinkConfig.unknownKeys(props)) {
      LOG.warn("Key '{}' is not one of the sink connector's and has no effect", key);
    }
    LOG.info("Sink {} {} to {}", config.connectorName(), version(), config.address());
    properties = Map.copyOf(props);
  }

  /** Every task gets the same; the consumer group deals the topics out. */
  @Override
  public List<Map<String, String>> taskConfigs(int maxTasks) {
    return Collections.nCopies(maxTasks, properties);
  }

  @Override
  public void stop() {
    LOG.info("Sink connector stopped");
  }

  /**
   * The framework's check of each key, then ours: between keys, and, where the keys are all right,
   * on the target itself.
   */
  @Override
  public Config validate(Map<String, String> connectorConfigs) {
    Config config = super.validate(connectorConfigs);
    List<Finding> findings = new ArrayList<>(SinkConfig.contradictions(connectorConfigs));
    boolean keysAreRight =
        config.configValues().stream().allMatch(v -> v.errorMessages().isEmpty());
    if (keysAreRight) {
      findings.addAll(targetFindings(connectorConfigs));
    }
    return pinned(config, findings);
  }

  private static List<Finding> targetFindings(Map<String, String> properties) {
    try {
      return new SinkPreflight(new SinkConfig(properties)).findings();
    } catch (ConfigException e) {
      return List.of(new Finding(SinkConfig.TABLE_ROUTES, e.getMessage()));
    }
  }

  private static Config pinned(Config config, List<Finding> findings) {
    List<ConfigValue> values = new ArrayList<>(config.configValues());
    Map<String, ConfigValue> byKey = new HashMap<>();
    values.forEach(value -> byKey.put(value.name(), value));
    for (Finding finding : findings) {
      byKey
          .computeIfAbsent(
              finding.key(),
              key -> {
                ConfigValue added = new ConfigValue(key);
                values.add(added);
                return added;
              })
          .addErrorMessage(finding.message());
    }
    return new Config(values);
  }

  /**
   * Accepts consumer offsets that can be such, and none at all, which resets a partition. They
   * decide nothing by themselves: the ledger in the target says where each table goes on.
   */
  @Override
  public boolean alterOffsets(
      Map<String, String> connectorConfig, Map<TopicPartition, Long> offsets) {
    offsets.forEach(
        (partition, offset) -> {
          if (partition == null || offset != null && offset < 0) {
            throw new ConnectException("offset " + offset + " of " + partition + " cannot be");
          }
        });
    LOG.info(
        "Offsets altered; tables that are in the target's ledger go on from there all the same");
    return true;
  }
}
