package io.wherry.verify.config;

import io.wherry.common.model.TableId;
import io.wherry.common.mysql.ServerAddress;
import io.wherry.common.mysql.SslMode;
import io.wherry.common.mysql.TableFilter;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/**
 * What the two connectors' files say about one migration.
 *
 * @param source the server rows come from
 * @param target the server they go to
 * @param filter which tables and columns are moved
 * @param routes their names on the target
 * @param ledger the sink's progress table
 * @param sinkName name of the sink connector, which its ledger rows carry
 * @param topicPrefix of the source connector
 */
public record Migration(
    ServerAddress source,
    ServerAddress target,
    TableFilter filter,
    Routes routes,
    TableId ledger,
    String sinkName,
    String topicPrefix) {

  /**
   * Reads both files.
   *
   * @param environment may hold the passwords, as WHERRY_SOURCE_PASSWORD and WHERRY_TARGET_PASSWORD
   * @throws ConfigurationException naming the file and key that is wrong
   */
  public static Migration read(
      ConnectorFile source,
      ConnectorFile sink,
      Overrides overrides,
      Map<String, String> environment) {
    return new Migration(
        address(source, overrides.source(), environment.get("WHERRY_SOURCE_PASSWORD")),
        address(sink, overrides.target(), environment.get("WHERRY_TARGET_PASSWORD")),
        filter(source),
        Routes.parse(sink.get("database.routes", ""), sink.get("table.routes", "")),
        new TableId(sink.get("ledger.database", "wherry"), "ledger"),
        sink.require("name"),
        source.get("topic.prefix", ""));
  }

  private static TableFilter filter(ConnectorFile source) {
    try {
      return TableFilter.parse(
          source.require("tables"),
          source.get("tables.exclude", ""),
          source.get("columns.exclude", ""));
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException(source + ": " + e.getMessage(), e);
    }
  }

  private static ServerAddress address(
      ConnectorFile file, Overrides.Endpoint override, String password) {
    return new ServerAddress(
        override.host() != null ? override.host() : file.require("connection.host"),
        override.port() != null ? override.port() : port(file),
        file.require("connection.user"),
        password != null ? password : file.get("connection.password", ""),
        sslMode(file));
  }

  private static int port(ConnectorFile file) {
    String text = file.get("connection.port", "3306");
    try {
      return Integer.parseInt(text.strip());
    } catch (NumberFormatException e) {
      throw new ConfigurationException(file + ": connection.port is not a number", e);
    }
  }

  private static SslMode sslMode(ConnectorFile file) {
    String text = file.get("connection.ssl.mode", "PREFERRED").strip().toUpperCase(Locale.ROOT);
    try {
      return SslMode.valueOf(text);
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException(
          file + ": connection.ssl.mode must be one of " + Arrays.toString(SslMode.values()), e);
    }
  }
}
