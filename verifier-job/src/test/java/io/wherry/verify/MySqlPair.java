package io.wherry.verify;

import io.wherry.common.mysql.ServerAddress;
import io.wherry.common.mysql.SslMode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.testcontainers.mysql.MySQLContainer;
import org.testcontainers.utility.DockerImageName;

/** A source and a target server for all container tests of this module; they live until it ends. */
final class MySqlPair {
  static final MySqlPair INSTANCE = new MySqlPair();

  private final MySQLContainer source = start(1);
  private final MySQLContainer target = start(2);

  private MySqlPair() {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  source.stop();
                  target.stop();
                }));
  }

  private static MySQLContainer start(int serverId) {
    MySQLContainer container =
        new MySQLContainer(DockerImageName.parse("mysql:9.7"))
            .withUsername("root")
            .withPassword("test")
            .withCommand(
                "--server-id=" + serverId,
                "--gtid-mode=ON",
                "--enforce-gtid-consistency=ON",
                "--binlog-row-metadata=FULL",
                "--local-infile=ON",
                "--innodb-buffer-pool-size=64M",
                "--performance-schema=OFF");
    container.start();
    return container;
  }

  ServerAddress source() {
    return address(source);
  }

  ServerAddress target() {
    return address(target);
  }

  private static ServerAddress address(MySQLContainer container) {
    return new ServerAddress(
        container.getHost(), container.getMappedPort(3306), "root", "test", SslMode.PREFERRED);
  }

  /** Runs statements, given one by one or separated by lines that end with a semicolon. */
  static void run(ServerAddress server, String... scripts) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("characterEncoding", "UTF-8");
    try (Connection connection = server.connect(properties);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "SET sql_mode='ALLOW_INVALID_DATES,NO_AUTO_VALUE_ON_ZERO', time_zone='+00:00',"
              + " cte_max_recursion_depth=1000000");
      for (String script : scripts) {
        for (String sql : script.split(";\\s*(\n|$)")) {
          if (!sql.isBlank()) {
            statement.execute(sql);
          }
        }
      }
    }
  }

  static String value(ServerAddress server, String sql) throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      result.next();
      return result.getString(1);
    }
  }
}
