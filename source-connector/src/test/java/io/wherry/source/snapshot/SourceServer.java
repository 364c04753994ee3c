package io.wherry.source.snapshot;

import io.wherry.common.mysql.ServerAddress;
import io.wherry.common.mysql.SslMode;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.testcontainers.mysql.MySQLContainer;
import org.testcontainers.utility.DockerImageName;

/** The one source server of this module's container tests, and its root account. */
public final class SourceServer {
  private static final MySQLContainer CONTAINER =
      new MySQLContainer(DockerImageName.parse("mysql:9.7"))
          .withUsername("root")
          .withPassword("secret")
          .withCommand(
              "--server-id=1",
              "--gtid-mode=ON",
              "--enforce-gtid-consistency=ON",
              "--binlog-row-metadata=FULL",
              "--local-infile=ON",
              "--character-set-server=utf8mb4");

  private SourceServer() {}

  /** The server as {@code root}; started on first use, stopped when the JVM ends. */
  public static ServerAddress root() {
    return account("root", "secret");
  }

  /** The server as another account. */
  public static ServerAddress account(String user, String password) {
    synchronized (CONTAINER) {
      if (!CONTAINER.isRunning()) {
        Runtime.getRuntime().addShutdownHook(new Thread(CONTAINER::stop));
        CONTAINER.start();
      }
    }
    int port = CONTAINER.getMappedPort(3306);
    return new ServerAddress(CONTAINER.getHost(), port, user, password, SslMode.PREFERRED);
  }

  /** Runs statements as root. */
  public static void execute(String... statements) throws SQLException {
    try (Connection connection = root().connect();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.setEscapeProcessing(false);
        statement.execute(sql);
      }
    }
  }
}
