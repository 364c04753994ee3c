package io.wherry.source;

import io.wherry.source.offsets.Partitions;
import io.wherry.source.preflight.PreflightReport;
import io.wherry.source.preflight.SourcePreflight;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.ExactlyOnceSupport;
import org.apache.kafka.connect.source.SourceConnector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves the tables of a live MySQL server into topics: a snapshot and, from the same moment on,
 * every change. One task; it reads in parallel inside. {@link #validate} asks the source every
 * preflight question at once and pins each finding on a config key.
 */
public final class MySqlSourceConnector extends SourceConnector {
  private static final Logger LOG = LoggerFactory.getLogger(MySqlSourceConnector.class);
  private static final String TOPIC_DEFAULTS = "topic.creation.default.";

  /** What a lane needs of its topic: one order, and nothing that ages out before it was applied. */
  private static final Map<String, String> NEEDED_TOPIC_SETTINGS =
      Map.of("partitions", "1", "retention.ms", "-1", "cleanup.policy", "delete");

  private Map<String, String> settings;

  @Override
  public String version() {
    return Version.get();
  }

  @Override
  public ConfigDef config() {
    return SourceConfig.definition();
  }

  @Override
  public Class<? extends Task> taskClass() {
    return MySqlSourceTask.class;
  }

  @Override
  public void start(Map<String, String> props) {
    settings = Map.copyOf(props);
    new SourceConfig(settings)
        .unknownKeys()
        .forEach(key -> LOG.warn("{} is not a setting of this connector: is it misspelled?", key));
  }

  @Override
  public List<Map<String, String>> taskConfigs(int maxTasks) {
    return List.of(settings);
  }

  @Override
  public void stop() {
    // The task owns every thread and connection.
  }

  @Override
  public Config validate(Map<String, String> props) {
    Config config = super.validate(props);
    Map<String, ConfigValue> values = new HashMap<>();
    config.configValues().forEach(v -> values.put(v.name(), v));
    checkTopicSettings(props, values.get(SourceConfig.TOPIC_PREFIX));
    if (config.configValues().stream().allMatch(v -> v.errorMessages().isEmpty())) {
      askSource(new SourceConfig(props), values);
    }
    return config;
  }

  private static void checkTopicSettings(Map<String, String> props, ConfigValue pinned) {
    NEEDED_TOPIC_SETTINGS.forEach(
        (key, wanted) -> {
          if (!wanted.equals(props.get(TOPIC_DEFAULTS + key))) {
            pinned.addErrorMessage(
                TOPIC_DEFAULTS
                    + key
                    + " must be "
                    + wanted
                    + ", it is "
                    + props.get(TOPIC_DEFAULTS + key)
                    + ": a table's topic has one order and keeps records until they are applied");
          }
        });
    if (!props.containsKey(TOPIC_DEFAULTS + "replication.factor")) {
      pinned.addErrorMessage(
          TOPIC_DEFAULTS
              + "replication.factor must be set (-1 for the broker's default): without"
              + " it Connect does not create topics");
    }
  }

  private static void askSource(SourceConfig config, Map<String, ConfigValue> values) {
    try {
      PreflightReport report = SourcePreflight.check(config.preflight());
      report.findings().forEach(f -> values.get(f.configKey()).addErrorMessage(f.message()));
      report.notes().forEach(note -> LOG.info("{}: {}", config.connectorName(), note));
    } catch (ConfigException e) {
      values.get(SourceConfig.TABLES).addErrorMessage(e.getMessage());
    }
  }

  @Override
  public ExactlyOnceSupport exactlyOnceSupport(Map<String, String> props) {
    return ExactlyOnceSupport.SUPPORTED;
  }

  /** Accepts any offset that this release can read back, and removal. */
  @Override
  public boolean alterOffsets(
      Map<String, String> connectorConfig, Map<Map<String, ?>, Map<String, ?>> offsets) {
    try {
      offsets.forEach(Partitions::check);
      return true;
    } catch (IllegalArgumentException e) {
      throw new ConnectException("offsets not changed: " + e.getMessage(), e);
    }
  }
}
