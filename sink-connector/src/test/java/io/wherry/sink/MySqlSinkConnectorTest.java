package io.wherry.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wherry.common.mysql.SslMode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkConnector;
import org.junit.jupiter.api.Test;

/** The connector as the framework sees it, without a target. */
class MySqlSinkConnectorTest {

  private static Map<String, String> config() {
    Map<String, String> config = new HashMap<>();
    config.put("name", "sink");
    config.put("connection.host", "target");
    config.put("connection.user", "u");
    config.put("connection.password", "secret-word");
    return config;
  }

  @Test
  void isFoundByTheServiceLoaderAndKnowsItsVersion() {
    List<SinkConnector> found =
        ServiceLoader.load(SinkConnector.class).stream().map(ServiceLoader.Provider::get).toList();
    assertThat(found).singleElement().isInstanceOf(MySqlSinkConnector.class);
    assertThat(found.get(0).version()).matches("\\d+\\.\\d+\\.\\d+.*");
    assertThat(new MySqlSinkTask().version()).isEqualTo(found.get(0).version());
  }

  @Test
  void everyKeyIsDocumentedInAGroupAndThereAreFew() {
    ConfigDef definition = new MySqlSinkConnector().config();
    assertThat(definition.names()).hasSizeLessThanOrEqualTo(15);
    definition
        .configKeys()
        .values()
        .forEach(
            key -> {
              assertThat(key.documentation).as(key.name).isNotBlank();
              assertThat(key.group).as(key.name).isNotBlank();
              assertThat(key.displayName).as(key.name).isNotBlank();
            });
  }

  @Test
  void readsValuesAndDefaults() {
    SinkConfig config = new SinkConfig(config());
    assertThat(config.address().toString()).isEqualTo("u@target:3306");
    assertThat(config.address().sslMode()).isEqualTo(SslMode.PREFERRED);
    assertThat(config.ledgerDatabase()).isEqualTo("wherry");
    assertThat(config.retryTimeout()).isEmpty();
    assertThat(config.threads()).isEqualTo(4);
    assertThat(config.bufferBytes()).isEqualTo(32L << 20);
    assertThat(config.toString() + config.values()).doesNotContain("secret-word");
  }

  @Test
  void givesEveryTaskTheSame() {
    MySqlSinkConnector connector = new MySqlSinkConnector();
    connector.start(config());
    assertThat(connector.taskConfigs(3)).hasSize(3).containsOnly(config());
    connector.stop();
  }

  @Test
  void refusesToDropRowsWithoutATrace() {
    Map<String, String> config = config();
    config.put("errors.tolerance", "all");
    assertThatThrownBy(() -> new MySqlSinkConnector().start(config))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("errors.deadletterqueue.topic.name");
    config.put("errors.deadletterqueue.topic.name", "dlq");
    new MySqlSinkConnector().start(config);
  }

  @Test
  void noticesMisspeltKeys() {
    Map<String, String> config = config();
    config.put("retry.timeout", "1");
    config.put("connection.pasword", "x");
    config.put("topics.regex", "w.*");
    config.put("consumer.override.isolation.level", "read_committed");
    assertThat(SinkConfig.unknownKeys(config))
        .containsExactly("connection.pasword", "retry.timeout");
  }

  @Test
  void acceptsOffsetsThatCanBe() {
    MySqlSinkConnector connector = new MySqlSinkConnector();
    TopicPartition lane = new TopicPartition("w.shop.t", 0);
    Map<TopicPartition, Long> reset = new HashMap<>();
    reset.put(lane, null);
    assertThat(connector.alterOffsets(config(), Map.of(lane, 5L))).isTrue();
    assertThat(connector.alterOffsets(config(), reset)).isTrue();
    assertThatThrownBy(() -> connector.alterOffsets(config(), Map.of(lane, -1L)))
        .isInstanceOf(ConnectException.class);
  }
}
