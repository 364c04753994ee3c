package io.wherry.source.tail;

import io.debezium.config.Configuration;
import io.debezium.connector.binlog.BinlogEventMetadataProvider;
import io.debezium.connector.mysql.MySqlConnectorConfig;
import io.debezium.connector.mysql.MySqlDatabaseSchema;
import io.debezium.connector.mysql.MySqlStreamingChangeEventSourceMetrics;
import io.debezium.connector.mysql.MySqlTaskContext;
import io.debezium.connector.mysql.jdbc.MySqlConnection;
import io.debezium.connector.mysql.jdbc.MySqlConnectionConfiguration;
import io.debezium.connector.mysql.jdbc.MySqlFieldReaderResolver;
import io.debezium.connector.mysql.jdbc.MySqlValueConverters;
import io.debezium.relational.history.MemorySchemaHistory;
import io.debezium.relational.history.SchemaHistory;
import io.debezium.relational.history.SchemaHistoryListener;
import io.wherry.common.model.GtidSet;
import io.wherry.common.mysql.ServerAddress;
import io.wherry.common.mysql.SslMode;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What Debezium's streaming wants to be handed: most of it exists only to exist. The connection is
 * open until {@link #connection()} is closed.
 */
record DebeziumParts(
    MySqlConnectorConfig config,
    MySqlTaskContext taskContext,
    MySqlDatabaseSchema schema,
    MySqlStreamingChangeEventSourceMetrics metrics,
    MySqlConnection connection,
    DumpClient client) {
  private static final AtomicLong OPENED = new AtomicLong();

  static DebeziumParts open(TailSettings settings, GtidSet start) {
    Configuration raw =
        configuration(settings)
            .edit()
            // Two tails of one name can live for a moment; the second would wait 55 s for the bean.
            .with("custom.metric.tags", "tail=" + OPENED.incrementAndGet())
            .build();
    MySqlConnectorConfig config = new QuietConfig(raw);
    MySqlTaskContext context = new MySqlTaskContext(raw, config);
    MySqlDatabaseSchema schema = schema(config, context);
    DumpClient client = new DumpClient(settings.address(), start);
    MySqlStreamingChangeEventSourceMetrics metrics =
        new MySqlStreamingChangeEventSourceMetrics(
            context, null, new BinlogEventMetadataProvider(), schema::dataCollectionIds, client);
    MySqlConnection connection =
        new MySqlConnection(
            new MySqlConnectionConfiguration(raw), MySqlFieldReaderResolver.resolve(config));
    return new DebeziumParts(config, context, schema, metrics, connection, client);
  }

  private static Configuration configuration(TailSettings settings) {
    ServerAddress address = settings.address();
    String sslMode = address.sslMode().name().toLowerCase(Locale.ROOT);
    return Configuration.create()
        .with("topic.prefix", settings.name())
        .with("database.hostname", address.host())
        .with("database.port", address.port())
        .with("database.user", address.user())
        .with("database.password", address.password())
        .with("database.server.id", settings.serverId())
        .with("database.ssl.mode", sslMode)
        .with("driver.allowPublicKeyRetrieval", address.sslMode() == SslMode.DISABLED)
        .with("driver.connectTimeout", 10_000)
        .with("connect.keep.alive", false)
        .with("connect.timeout.ms", 10_000)
        .build();
  }

  @SuppressWarnings("unchecked")
  private static MySqlDatabaseSchema schema(MySqlConnectorConfig config, MySqlTaskContext context) {
    MySqlValueConverters converters =
        new MySqlValueConverters(
            config.getDecimalMode(),
            config.getTemporalPrecisionMode(),
            config.getBigIntUnsignedHandlingMode().asBigIntUnsignedMode(),
            config.binaryHandlingMode(),
            x -> x,
            config.getEventConvertingFailureHandlingMode(),
            config.getServiceRegistry());
    return new MySqlDatabaseSchema(
        config,
        converters,
        config.getTopicNamingStrategy(MySqlConnectorConfig.TOPIC_NAMING_STRATEGY),
        config.schemaNameAdjuster(),
        false,
        null,
        context) {
      /** It is empty on purpose. */
      @Override
      public void assureNonEmptySchema() {}
    };
  }

  /** Its schema history registers no MBean: two tails in one JVM would wait for each other. */
  private static final class QuietConfig extends MySqlConnectorConfig {
    private final Configuration raw;

    QuietConfig(Configuration raw) {
      super(raw);
      this.raw = raw;
    }

    @Override
    public SchemaHistory getSchemaHistory() {
      MemorySchemaHistory history = new MemorySchemaHistory();
      history.configure(raw, null, SchemaHistoryListener.NOOP, true);
      return history;
    }
  }
}
