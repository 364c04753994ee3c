package io.wherry.sink.sql;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.kafka.connect.errors.DataException;

/**
 * Gives a session the variables of another one for a statement and takes them back. What was there
 * before is kept on the server, in user variables, so nothing has to be read or quoted.
 */
final class SessionVariables {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");
  // A number, a word (a name, ON, NULL, DEFAULT), or a string that cannot end early.
  private static final Pattern VALUE =
      Pattern.compile("-?[0-9]+(\\.[0-9]+)?|[A-Za-z][A-Za-z0-9_]*|'[^'\\\\]*'");

  /** Ours to decide: order of creation among tables, transactions, the log of the target. */
  private static final Set<String> KEPT =
      Set.of(
          "foreign_key_checks",
          "autocommit",
          "sql_log_bin",
          "collation_database",
          "character_set_database",
          "max_allowed_packet",
          "gtid_next",
          "server_id");

  private final Map<String, String> wanted = new TreeMap<>();

  SessionVariables(Map<String, String> session) {
    session.forEach(this::want);
    wanted.putIfAbsent("character_set_client", "utf8mb4");
  }

  private void want(String name, String value) {
    if (!NAME.matcher(name).matches() || !VALUE.matcher(value).matches()) {
      throw new DataException("a DDL record has a session variable that cannot be set: " + name);
    }
    if (!KEPT.contains(name)) {
      wanted.put(name, value);
    }
  }

  void set(Statement statement) throws SQLException {
    List<String> saved = new ArrayList<>();
    List<String> assigned = new ArrayList<>();
    wanted.forEach(
        (name, value) -> {
          saved.add("@wherry_" + name + " = @@SESSION." + name);
          assigned.add("SESSION " + name + " = " + value);
        });
    statement.execute("SET " + String.join(", ", saved));
    statement.execute("SET " + String.join(", ", assigned));
  }

  void restore(Statement statement) throws SQLException {
    List<String> assigned = new ArrayList<>();
    wanted.keySet().forEach(name -> assigned.add("SESSION " + name + " = @wherry_" + name));
    statement.execute("SET " + String.join(", ", assigned));
  }
}
