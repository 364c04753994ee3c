package io.wherry.source.tail;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The status variables of a QUERY event as the system variables a replica sets before it runs the
 * statement: those that influence what a DDL statement means, as SQL literals.
 */
final class SessionVariables {
  private static final int FLAGS2 = 0;
  private static final int SQL_MODE = 1;
  private static final int CATALOG = 2;
  private static final int AUTO_INCREMENT = 3;
  private static final int CHARSET = 4;
  private static final int TIME_ZONE = 5;
  private static final int CATALOG_NZ = 6;
  private static final int LC_TIME_NAMES = 7;
  private static final int CHARSET_DATABASE = 8;
  private static final int TABLE_MAP_FOR_UPDATE = 9;
  private static final int MASTER_DATA_WRITTEN = 10;
  private static final int INVOKER = 11;
  private static final int UPDATED_DB_NAMES = 12;
  private static final int MICROSECONDS = 13;
  private static final int EXPLICIT_DEFAULTS_FOR_TIMESTAMP = 16;
  private static final int DDL_LOGGED_WITH_XID = 17;
  private static final int DEFAULT_COLLATION_FOR_UTF8MB4 = 18;
  private static final int SQL_REQUIRE_PRIMARY_KEY = 19;
  private static final int DEFAULT_TABLE_ENCRYPTION = 20;

  private static final long AUTO_IS_NULL = 1L << 14;
  private static final long NO_FOREIGN_KEY_CHECKS = 1L << 26;
  private static final long RELAXED_UNIQUE_CHECKS = 1L << 27;
  private static final int TOO_MANY_DATABASES = 254;

  private final Map<Integer, String> collations;
  private final Map<String, String> values = new TreeMap<>();
  private final List<String> databases = new ArrayList<>();
  private boolean databasesKnown = true;
  private long microseconds;

  /**
   * @param collations names by number
   */
  SessionVariables(QueryEvent query, LogEvent event, Map<Integer, String> collations) {
    this.collations = collations;
    ByteCursor in = query.variables();
    boolean known = true;
    while (known && in.hasMore()) {
      known = read(in.readByte(), in);
    }
    String fraction = microseconds == 0 ? "" : String.format(".%06d", microseconds);
    values.put("timestamp", event.timeSeconds() + fraction);
  }

  /** Variable name to SQL literal. */
  Map<String, String> values() {
    return values;
  }

  /** sql_mode by names, without quotes. */
  String sqlMode() {
    return values.getOrDefault("sql_mode", "").replace("'", "");
  }

  /** character_set_client, in which the statement's bytes are. */
  String clientCharset() {
    return values.getOrDefault("character_set_client", "'utf8mb4'").replace("'", "");
  }

  /** The databases whose tables the statement changes, as the server saw it. */
  List<String> databases() {
    return databases;
  }

  /** False where there were too many to be listed. */
  boolean databasesKnown() {
    return databasesKnown;
  }

  /** Reads one variable; false for one we do not know: its length is unknown, too. */
  private boolean read(int code, ByteCursor in) {
    switch (code) {
      case FLAGS2 -> readFlags(in.readLittle(4));
      case SQL_MODE -> values.put("sql_mode", quoted(SqlModes.names(in.readLittle(8))));
      case CATALOG -> in.skip(in.readByte() + 1);
      case AUTO_INCREMENT -> {
        putNumber("auto_increment_increment", in.readLittle(2));
        putNumber("auto_increment_offset", in.readLittle(2));
      }
      case CHARSET -> readCharsets(in);
      case TIME_ZONE -> values.put("time_zone", quoted(in.readText(in.readByte())));
      case CATALOG_NZ -> in.skip(in.readByte());
      case LC_TIME_NAMES -> putNumber("lc_time_names", in.readLittle(2));
      case CHARSET_DATABASE -> in.skip(2);
      case TABLE_MAP_FOR_UPDATE, DDL_LOGGED_WITH_XID -> in.skip(8);
      case MASTER_DATA_WRITTEN -> in.skip(4);
      case INVOKER -> {
        in.skip(in.readByte());
        in.skip(in.readByte());
      }
      case UPDATED_DB_NAMES -> readDatabases(in);
      case MICROSECONDS -> microseconds = in.readLittle(3);
      case EXPLICIT_DEFAULTS_FOR_TIMESTAMP ->
          putNumber("explicit_defaults_for_timestamp", in.readByte());
      case DEFAULT_COLLATION_FOR_UTF8MB4 ->
          values.put("default_collation_for_utf8mb4", quoted(collation(in)));
      case SQL_REQUIRE_PRIMARY_KEY -> putNumber("sql_require_primary_key", in.readByte());
      case DEFAULT_TABLE_ENCRYPTION -> putNumber("default_table_encryption", in.readByte());
      default -> {
        return false;
      }
    }
    return true;
  }

  private void readFlags(long flags) {
    putNumber("sql_auto_is_null", (flags & AUTO_IS_NULL) == 0 ? 0 : 1);
    putNumber("foreign_key_checks", (flags & NO_FOREIGN_KEY_CHECKS) == 0 ? 1 : 0);
    putNumber("unique_checks", (flags & RELAXED_UNIQUE_CHECKS) == 0 ? 1 : 0);
  }

  private void readCharsets(ByteCursor in) {
    String client = collation(in);
    int charsetEnd = client.indexOf('_');
    values.put(
        "character_set_client", quoted(charsetEnd < 0 ? client : client.substring(0, charsetEnd)));
    values.put("collation_connection", quoted(collation(in)));
    values.put("collation_server", quoted(collation(in)));
  }

  private String collation(ByteCursor in) {
    int number = (int) in.readLittle(2);
    String name = collations.get(number);
    if (name == null) {
      throw Refusal.snapshot("a statement ran under the unknown collation " + number);
    }
    return name;
  }

  private void readDatabases(ByteCursor in) {
    int count = in.readByte();
    databasesKnown = count != TOO_MANY_DATABASES;
    for (int i = 0; databasesKnown && i < count; i++) {
      int length = 0;
      while (in.at(in.position() + length) != 0) {
        length++;
      }
      databases.add(in.readText(length));
      in.skip(1);
    }
  }

  private void putNumber(String name, long value) {
    values.put(name, Long.toString(value));
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }
}
