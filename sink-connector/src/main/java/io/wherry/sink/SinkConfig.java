package io.wherry.sink;

import io.wherry.common.mysql.ServerAddress;
import io.wherry.common.mysql.SslMode;
import io.wherry.sink.sql.Router;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.Width;
import org.apache.kafka.common.config.ConfigException;

/** The sink connector's configuration: keys, documentation, typed access. Immutable. */
public final class SinkConfig extends AbstractConfig {
  static final String HOST = "connection.host";
  static final String PORT = "connection.port";
  static final String USER = "connection.user";
  static final String PASSWORD = "connection.password";
  static final String SSL_MODE = "connection.ssl.mode";
  static final String DATABASE_ROUTES = "database.routes";
  static final String TABLE_ROUTES = "table.routes";
  static final String LEDGER_DATABASE = "ledger.database";
  static final String RETRY_TIMEOUT = "retry.timeout.ms";
  static final String THREADS = "apply.threads";
  static final String BUFFER = "buffer.max.bytes";

  static final String ERRORS_TOLERANCE = "errors.tolerance";
  private static final String DEAD_LETTER_TOPIC = "errors.deadletterqueue.topic.name";

  private static final String TARGET = "Target";
  private static final List<String> OUR_PREFIXES =
      List.of("connection.", "database.", "table.", "ledger.", "retry.", "apply.", "buffer.");

  /** Reads a configuration; a wrong value is a {@link ConfigException} that names its key. */
  public SinkConfig(Map<String, String> properties) {
    super(definition(), properties, false);
    router();
  }

  /** All keys, with what user interfaces show of them. */
  static ConfigDef definition() {
    ConfigDef definition = new ConfigDef();
    defineServer(definition);
    defineAccount(definition);
    defineRoutes(definition);
    defineApply(definition);
    return definition;
  }

  private static void defineServer(ConfigDef definition) {
    definition
        .define(
            HOST,
            Type.STRING,
            ConfigDef.NO_DEFAULT_VALUE,
            new ConfigDef.NonEmptyString(),
            Importance.HIGH,
            "Host name or address of the target MySQL server.",
            TARGET,
            1,
            Width.LONG,
            "Host")
        .define(
            PORT,
            Type.INT,
            3306,
            ConfigDef.Range.between(1, 65_535),
            Importance.MEDIUM,
            "TCP port of the target MySQL server.",
            TARGET,
            2,
            Width.SHORT,
            "Port")
        .define(
            SSL_MODE,
            Type.STRING,
            SslMode.PREFERRED.name(),
            ConfigDef.ValidString.in(sslModes()),
            Importance.MEDIUM,
            "Encryption of the connections, in the words of MySQL's own clients.",
            TARGET,
            5,
            Width.MEDIUM,
            "SSL mode");
  }

  private static void defineAccount(ConfigDef definition) {
    definition
        .define(
            USER,
            Type.STRING,
            ConfigDef.NO_DEFAULT_VALUE,
            new ConfigDef.NonEmptyString(),
            Importance.HIGH,
            "Account on the target that creates tables and writes rows.",
            TARGET,
            3,
            Width.MEDIUM,
            "User")
        .define(
            PASSWORD,
            Type.PASSWORD,
            ConfigDef.NO_DEFAULT_VALUE,
            Importance.HIGH,
            "Its password. Use a config provider, such as ${env:NAME}, to keep it out of this file.",
            TARGET,
            4,
            Width.MEDIUM,
            "Password");
  }

  private static void defineRoutes(ConfigDef definition) {
    String group = "Routes";
    definition
        .define(
            DATABASE_ROUTES,
            Type.STRING,
            "",
            routes(value -> Router.parse(value, "")),
            Importance.LOW,
            "Databases that have another name on the target: source:target,source:target. Names"
                + " with dots, colons or commas stand in backticks.",
            group,
            1,
            Width.LONG,
            "Database routes")
        .define(
            TABLE_ROUTES,
            Type.STRING,
            "",
            routes(value -> Router.parse("", value)),
            Importance.LOW,
            "Tables that have another name on the target: db.table:db.table,... A table route wins"
                + " over a database route.",
            group,
            2,
            Width.LONG,
            "Table routes")
        .define(
            LEDGER_DATABASE,
            Type.STRING,
            "wherry",
            new ConfigDef.NonEmptyString(),
            Importance.LOW,
            "Database on the target that holds the progress table 'ledger'. It may be dropped once"
                + " the connector is gone.",
            group,
            3,
            Width.MEDIUM,
            "Ledger database");
  }

  private static void defineApply(ConfigDef definition) {
    String group = "Apply";
    definition
        .define(
            RETRY_TIMEOUT,
            Type.LONG,
            -1L,
            ConfigDef.Range.atLeast(-1L),
            Importance.LOW,
            "How long a transaction that fails for a passing reason (deadlock, lost connection,"
                + " full disk) is tried again before the task fails; -1 for no limit.",
            group,
            1,
            Width.SHORT,
            "Retry timeout (ms)")
        .define(
            THREADS,
            Type.INT,
            4,
            ConfigDef.Range.between(1, 64),
            Importance.MEDIUM,
            "Transactions that one task runs at a time on the target, each for another table and"
                + " on a connection of its own.",
            group,
            2,
            Width.SHORT,
            "Threads")
        .define(
            BUFFER,
            Type.LONG,
            32L << 20,
            ConfigDef.Range.atLeast(1L << 20),
            Importance.LOW,
            "Memory for records that wait in one task; above it, reading pauses.",
            group,
            3,
            Width.SHORT,
            "Buffer (bytes)");
  }

  private static String[] sslModes() {
    return Arrays.stream(SslMode.values()).map(Enum::name).toArray(String[]::new);
  }

  private interface RouteReader {
    Router read(String value);
  }

  private static ConfigDef.Validator routes(RouteReader reader) {
    return ConfigDef.LambdaValidator.with(
        (name, value) -> {
          try {
            reader.read(String.valueOf(value));
          } catch (IllegalArgumentException e) {
            throw new ConfigException(name, value, e.getMessage());
          }
        },
        () -> "source:target,source:target");
  }

  ServerAddress address() {
    return new ServerAddress(
        getString(HOST),
        getInt(PORT),
        getString(USER),
        getPassword(PASSWORD).value(),
        SslMode.valueOf(getString(SSL_MODE)));
  }

  Router router() {
    try {
      return Router.parse(getString(DATABASE_ROUTES), getString(TABLE_ROUTES));
    } catch (IllegalArgumentException e) {
      throw new ConfigException(TABLE_ROUTES, getString(TABLE_ROUTES), e.getMessage());
    }
  }

  String ledgerDatabase() {
    return getString(LEDGER_DATABASE);
  }

  Optional<Duration> retryTimeout() {
    long ms = getLong(RETRY_TIMEOUT);
    return ms < 0 ? Optional.empty() : Optional.of(Duration.ofMillis(ms));
  }

  int threads() {
    return getInt(THREADS);
  }

  long bufferBytes() {
    return getLong(BUFFER);
  }

  /** The connector's own name; part of the ledger's key. */
  String connectorName() {
    return optionalName()
        .orElseThrow(() -> new ConfigException("name", null, "the connector has no name"));
  }

  /** As {@link #connectorName}; a configuration may be validated before it has one. */
  Optional<String> optionalName() {
    return Optional.ofNullable(originals().get("name")).map(Object::toString);
  }

  /** What is wrong between keys, ours and the framework's. */
  static List<Finding> contradictions(Map<String, String> properties) {
    List<Finding> findings = new ArrayList<>();
    boolean all = "all".equalsIgnoreCase(properties.get(ERRORS_TOLERANCE));
    if (all && properties.getOrDefault(DEAD_LETTER_TOPIC, "").isBlank()) {
      findings.add(
          new Finding(
              ERRORS_TOLERANCE,
              "'all' without "
                  + DEAD_LETTER_TOPIC
                  + " would drop rows without a trace; set the topic, or 'none'"));
    }
    return findings;
  }

  /** Keys that look like ours and are not: most likely misspelt. */
  static Set<String> unknownKeys(Map<String, String> properties) {
    Set<String> known = definition().names();
    return properties.keySet().stream()
        .filter(key -> OUR_PREFIXES.stream().anyMatch(key::startsWith) && !known.contains(key))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
