package io.wherry.e2e;

import io.wherry.common.mysql.ServerAddress;
import io.wherry.common.mysql.SslMode;
import io.wherry.e2e.stack.Move;
import io.wherry.e2e.stack.Stack;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.testcontainers.containers.Network;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.mysql.MySQLContainer;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

/**
 * A source, a target, a broker and a Connect worker, shared by all end-to-end tests of this JVM:
 * started at first use and ended with it. Set up by the product's own files in config/ and docker/.
 */
final class Cluster {
  private static final Cluster INSTANCE = new Cluster();
  private static final String PASSWORD = "e2e";

  private final Network network = Network.newNetwork();
  private final MySQLContainer source = mysql("source", 201);
  private final MySQLContainer target = mysql("target", 202);
  private final KafkaContainer broker =
      new KafkaContainer(DockerImageName.parse("apache/kafka:4.3.1"))
          .withNetwork(network)
          .withListener("broker:19092");
  private final ConnectWorker worker;

  private Cluster() {
    source.start();
    target.start();
    broker.start();
    worker = new ConnectWorker(network, "e2e", false);
  }

  /** The running cluster. */
  static Cluster get() {
    return INSTANCE;
  }

  private MySQLContainer mysql(String name, int serverId) {
    return new MySQLContainer(DockerImageName.parse("mysql:9.7"))
        .withNetwork(network)
        .withNetworkAliases(name)
        .withUsername("root")
        .withPassword(PASSWORD)
        .withCopyFileToContainer(
            MountableFile.forHostPath(root().resolve("config/accounts-" + name + ".sql")),
            "/docker-entrypoint-initdb.d/accounts.sql")
        .withCommand(
            "--server-id=" + serverId,
            "--gtid-mode=ON",
            "--enforce-gtid-consistency=ON",
            "--binlog-row-metadata=FULL",
            "--local-infile=ON",
            "--innodb-flush-log-at-trx-commit=2",
            "--sync-binlog=0",
            "--innodb-redo-log-capacity=512M",
            "--binlog-expire-logs-seconds=600");
  }

  /** The repository's folder. */
  static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("config/source.json"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  ServerAddress source() {
    return address(source);
  }

  ServerAddress target() {
    return address(target);
  }

  private static ServerAddress address(MySQLContainer server) {
    return new ServerAddress(
        server.getHost(), server.getMappedPort(3306), "root", PASSWORD, SslMode.PREFERRED);
  }

  String broker() {
    return broker.getBootstrapServers();
  }

  /** The worker that most tests use: Connect's defaults and config/worker.properties. */
  ConnectWorker worker() {
    return worker;
  }

  /** One more worker, a cluster of its own, whose source connectors write in transactions. */
  ConnectWorker exactlyOnceWorker() {
    return new ConnectWorker(network, "e2e-eos", true);
  }

  /** A pair of connectors on a worker, for one database. */
  Move move(ConnectWorker on, String name, String database) throws SQLException {
    return Move.named(stack(on), name, List.of(database));
  }

  Stack stack(ConnectWorker on) {
    return new Stack(source(), target(), broker(), on.rest(), "");
  }
}
