package io.wherry.sink.sql;

import io.wherry.common.mysql.ServerAddress;
import io.wherry.common.mysql.SslMode;
import java.sql.Connection;
import java.sql.SQLException;
import org.testcontainers.mysql.MySQLContainer;
import org.testcontainers.utility.DockerImageName;

/** One MySQL server for all container tests of this module; it ends with the JVM. */
public final class TargetServer {
  private static final MySQLContainer CONTAINER = start();

  private TargetServer() {}

  private static MySQLContainer start() {
    MySQLContainer container =
        new MySQLContainer(DockerImageName.parse("mysql:9.7"))
            .withUsername("root")
            .withPassword("secret")
            .withCommand(
                "--server-id=7",
                "--gtid-mode=ON",
                "--enforce-gtid-consistency=ON",
                "--local-infile=ON");
    container.start();
    Runtime.getRuntime().addShutdownHook(new Thread(container::stop));
    return container;
  }

  /** The server, as root. */
  public static ServerAddress address() {
    return new ServerAddress(
        CONTAINER.getHost(),
        CONTAINER.getMappedPort(MySQLContainer.MYSQL_PORT),
        "root",
        "secret",
        SslMode.PREFERRED);
  }

  /** A connection as the sink opens it. */
  public static Connection open() throws SQLException {
    return SinkSession.open(address());
  }
}
