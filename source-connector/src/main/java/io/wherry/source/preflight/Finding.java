package io.wherry.source.preflight;

/**
 * A reason not to start, for people.
 *
 * @param configKey the configuration key it is shown at
 * @param message what is wrong and what to do next
 */
public record Finding(String configKey, String message) {

  static Finding host(String message) {
    return new Finding("connection.host", message);
  }

  static Finding user(String message) {
    return new Finding("connection.user", message);
  }

  static Finding password(String message) {
    return new Finding("connection.password", message);
  }

  static Finding ssl(String message) {
    return new Finding("connection.ssl.mode", message);
  }

  static Finding tables(String message) {
    return new Finding("tables", message);
  }

  static Finding excludedTables(String message) {
    return new Finding("tables.exclude", message);
  }

  static Finding excludedColumns(String message) {
    return new Finding("columns.exclude", message);
  }

  static Finding serverId(String message) {
    return new Finding("server.id", message);
  }
}
