package io.wherry.source;

import io.wherry.common.mysql.ServerAddress;
import io.wherry.common.mysql.SslMode;
import io.wherry.common.mysql.TableFilter;
import io.wherry.source.preflight.PreflightSubject;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.Width;
import org.apache.kafka.common.config.ConfigException;

/** The source connector's settings, typed. */
public final class SourceConfig extends AbstractConfig {
  static final String HOST = "connection.host";
  static final String PORT = "connection.port";
  static final String USER = "connection.user";
  static final String PASSWORD = "connection.password";
  static final String SSL_MODE = "connection.ssl.mode";
  static final String SERVER_ID = "server.id";
  static final String TOPIC_PREFIX = "topic.prefix";
  static final String TABLES = "tables";
  static final String TABLES_EXCLUDE = "tables.exclude";
  static final String COLUMNS_EXCLUDE = "columns.exclude";
  static final String THREADS = "snapshot.threads";
  static final String CHUNK_ROWS = "snapshot.chunk.rows";
  static final String MAX_ROWS_PER_SECOND = "snapshot.max.rows.per.second";

  private static final String CONNECTION = "Connection";
  private static final String SELECTION = "Tables";
  private static final Pattern TOPIC_CHARACTERS = Pattern.compile("[a-zA-Z0-9._-]{1,120}");
  private static final Set<String> OUR_PREFIXES =
      Set.of("connection.", "snapshot.", "tables", "columns.", "server.");

  public SourceConfig(Map<String, String> settings) {
    super(definition(), settings, false);
  }

  /** Every key with its default and documentation. */
  public static ConfigDef definition() {
    ConfigDef def = new ConfigDef();
    defineServer(def);
    defineAccount(def);
    defineSession(def);
    defineTopics(def);
    defineTables(def);
    defineSnapshot(def);
    return def;
  }

  private static void defineServer(ConfigDef def) {
    def.define(
        HOST,
        Type.STRING,
        ConfigDef.NO_DEFAULT_VALUE,
        new ConfigDef.NonEmptyString(),
        Importance.HIGH,
        "Host name or address of the source server.",
        CONNECTION,
        1,
        Width.MEDIUM,
        "Host");
    def.define(
        PORT,
        Type.INT,
        3306,
        Range.between(1, 65535),
        Importance.MEDIUM,
        "TCP port of the source server.",
        CONNECTION,
        2,
        Width.SHORT,
        "Port");
  }

  private static void defineAccount(ConfigDef def) {
    def.define(
        USER,
        Type.STRING,
        ConfigDef.NO_DEFAULT_VALUE,
        new ConfigDef.NonEmptyString(),
        Importance.HIGH,
        "Account to read with; its grants are in config/accounts.sql.",
        CONNECTION,
        3,
        Width.MEDIUM,
        "User");
    def.define(
        PASSWORD,
        Type.PASSWORD,
        "",
        Importance.HIGH,
        "Password of the account; use a config provider, not clear text.",
        CONNECTION,
        4,
        Width.MEDIUM,
        "Password");
  }

  private static void defineSession(ConfigDef def) {
    def.define(
        SSL_MODE,
        Type.STRING,
        SslMode.PREFERRED.name(),
        ConfigDef.ValidString.in(names(SslMode.values())),
        Importance.MEDIUM,
        "Encryption of every connection: DISABLED, PREFERRED, REQUIRED, VERIFY_CA or"
            + " VERIFY_IDENTITY, as MySQL's own clients mean them.",
        CONNECTION,
        5,
        Width.MEDIUM,
        "TLS mode");
    def.define(
        SERVER_ID,
        Type.LONG,
        0L,
        Range.between(0L, 0xFFFFFFFFL),
        Importance.LOW,
        "Server id under which the binary log is read; must be unique among all replicas of the"
            + " source. 0 derives one from the connector's name.",
        CONNECTION,
        6,
        Width.SHORT,
        "Server id");
  }

  private static void defineTopics(ConfigDef def) {
    def.define(
        TOPIC_PREFIX,
        Type.STRING,
        ConfigDef.NO_DEFAULT_VALUE,
        ConfigDef.LambdaValidator.with(SourceConfig::checkPrefix, () -> "letters, digits, . _ -"),
        Importance.HIGH,
        "First part of every topic's name, and the name under which offsets are kept: a new prefix"
            + " starts from a new snapshot.",
        SELECTION,
        1,
        Width.MEDIUM,
        "Topic prefix");
  }

  private static void defineTables(ConfigDef def) {
    def.define(
        TABLES,
        Type.STRING,
        ConfigDef.NO_DEFAULT_VALUE,
        new ConfigDef.NonEmptyString(),
        Importance.HIGH,
        "Tables to move, comma separated: database.table, with * for any characters (shop.*). Names"
            + " that hold dots or commas go in backticks.",
        SELECTION,
        2,
        Width.LONG,
        "Tables");
    def.define(
        TABLES_EXCLUDE,
        Type.STRING,
        "",
        Importance.MEDIUM,
        "Tables not to move although tables matches them; same form.",
        SELECTION,
        3,
        Width.LONG,
        "Excluded tables");
    def.define(
        COLUMNS_EXCLUDE,
        Type.STRING,
        "",
        Importance.LOW,
        "Columns not to move, comma separated: database.table.column, same form.",
        SELECTION,
        4,
        Width.LONG,
        "Excluded columns");
  }

  private static void defineSnapshot(ConfigDef def) {
    String group = "Snapshot";
    def.define(
        THREADS,
        Type.INT,
        4,
        Range.between(1, 64),
        Importance.MEDIUM,
        "Connections that read chunks in parallel.",
        group,
        1,
        Width.SHORT,
        "Threads");
    def.define(
        CHUNK_ROWS,
        Type.INT,
        0,
        Range.atLeast(0),
        Importance.LOW,
        "At most so many rows in one SELECT; 0 sizes chunks by bytes alone.",
        group,
        2,
        Width.SHORT,
        "Rows a chunk");
    def.define(
        MAX_ROWS_PER_SECOND,
        Type.LONG,
        0L,
        Range.atLeast(0),
        Importance.MEDIUM,
        "Rows a second the snapshot reads at most, to spare the source; 0 is as fast as it goes.",
        group,
        3,
        Width.SHORT,
        "Rows a second");
  }

  private static void checkPrefix(String name, Object value) {
    if (!(value instanceof String text) || !TOPIC_CHARACTERS.matcher(text).matches()) {
      throw new ConfigException(
          name, value, "wanted 1 to 120 characters of letters, digits, '.', '_' and '-'");
    }
  }

  private static String[] names(Enum<?>[] values) {
    return Arrays.stream(values).map(Enum::name).toArray(String[]::new);
  }

  ServerAddress address() {
    return new ServerAddress(
        getString(HOST),
        getInt(PORT),
        getString(USER),
        getPassword(PASSWORD).value(),
        SslMode.valueOf(getString(SSL_MODE)));
  }

  /**
   * Which tables and columns are moved.
   *
   * @throws ConfigException naming the list that has a wrong item
   */
  TableFilter filter() {
    checkList(TABLES_EXCLUDE, () -> TableFilter.parse("", getString(TABLES_EXCLUDE), ""));
    checkList(COLUMNS_EXCLUDE, () -> TableFilter.parse("", "", getString(COLUMNS_EXCLUDE)));
    checkList(TABLES, () -> TableFilter.parse(getString(TABLES), "", ""));
    return TableFilter.parse(
        getString(TABLES), getString(TABLES_EXCLUDE), getString(COLUMNS_EXCLUDE));
  }

  private void checkList(String key, Runnable parse) {
    try {
      parse.run();
    } catch (IllegalArgumentException e) {
      throw new ConfigException(key, getString(key), e.getMessage());
    }
  }

  String topicPrefix() {
    return getString(TOPIC_PREFIX);
  }

  /** The connector's own name, as the framework passes it. */
  String connectorName() {
    return originalsStrings().getOrDefault("name", topicPrefix());
  }

  /** Server id for the binary log: the given one, or one above 2^31 made from the name. */
  long serverId() {
    if (getLong(SERVER_ID) > 0) {
      return getLong(SERVER_ID);
    }
    CRC32 crc = new CRC32();
    crc.update((connectorName() + "/" + topicPrefix()).getBytes(StandardCharsets.UTF_8));
    return 0x80000000L | crc.getValue();
  }

  /** What the preflight is to look at. */
  PreflightSubject preflight() {
    return new PreflightSubject(address(), filter(), serverId(), connectorName());
  }

  int threads() {
    return getInt(THREADS);
  }

  int chunkRows() {
    return getInt(CHUNK_ROWS);
  }

  long maxRowsPerSecond() {
    return getLong(MAX_ROWS_PER_SECOND);
  }

  /** Keys that look like ours and are not: spelling mistakes. */
  List<String> unknownKeys() {
    TreeSet<String> keys = new TreeSet<>(originals().keySet());
    keys.removeAll(definition().names());
    keys.removeIf(k -> OUR_PREFIXES.stream().noneMatch(k::startsWith));
    return List.copyOf(keys);
  }
}
