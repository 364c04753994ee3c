package io.wherry.e2e;

import java.io.IOException;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

/**
 * A distributed Connect worker with a heap of 512 MB and the plugins that the build has packed. Its
 * process can be killed; the container starts it again at once.
 */
final class ConnectWorker implements AutoCloseable {
  private static final int PORT = 8083;
  private static final String PID = "/tmp/worker.pid";

  private final GenericContainer<?> container;

  ConnectWorker(Network network, String group, boolean exactlyOnce) {
    Path root = Cluster.root();
    container =
        new GenericContainer<>(DockerImageName.parse("apache/kafka:4.3.1"))
            .withNetwork(network)
            .withExposedPorts(PORT)
            .withCopyFileToContainer(
                MountableFile.forHostPath(root.resolve("docker/connect/start"), 0755),
                "/etc/wherry/start")
            .withCopyFileToContainer(
                MountableFile.forHostPath(root.resolve("config/worker.properties"), 0644),
                "/etc/wherry/worker.properties")
            .withCommand(
                "bash",
                "-c",
                "while :; do bash /etc/wherry/start & echo $! > " + PID + "; wait; done")
            .waitingFor(
                Wait.forHttp("/connectors")
                    .forPort(PORT)
                    .withStartupTimeout(Duration.ofMinutes(2)));
    settings(group, exactlyOnce);
    plugins(root);
    container.start();
  }

  private void settings(String group, boolean exactlyOnce) {
    container
        .withEnv("KAFKA_HEAP_OPTS", "-Xmx512m")
        .withEnv("CONNECT_BOOTSTRAP_SERVERS", "broker:19092")
        .withEnv("CONNECT_GROUP_ID", group)
        .withEnv("CONNECT_CONFIG_STORAGE_TOPIC", group + "-configs")
        .withEnv("CONNECT_OFFSET_STORAGE_TOPIC", group + "-offsets")
        .withEnv("CONNECT_STATUS_STORAGE_TOPIC", group + "-status")
        .withEnv("CONNECT_CONFIG_STORAGE_REPLICATION_FACTOR", "1")
        .withEnv("CONNECT_OFFSET_STORAGE_REPLICATION_FACTOR", "1")
        .withEnv("CONNECT_STATUS_STORAGE_REPLICATION_FACTOR", "1")
        .withEnv("CONNECT_OFFSET_STORAGE_PARTITIONS", "1")
        .withEnv("CONNECT_STATUS_STORAGE_PARTITIONS", "1")
        .withEnv("CONNECT_LISTENERS", "http://0.0.0.0:" + PORT)
        .withEnv("CONNECT_REST_ADVERTISED_HOST_NAME", "127.0.0.1")
        .withEnv("CONNECT_PLUGIN_PATH", "/plugins")
        .withEnv("WHERRY_SOURCE_PASSWORD", "wherry")
        .withEnv("WHERRY_TARGET_PASSWORD", "wherry")
        .withEnv("CONNECT_EXACTLY_ONCE_SOURCE_SUPPORT", exactlyOnce ? "enabled" : "disabled");
  }

  /** Unpacks what each connector's module has packed. */
  private void plugins(Path root) {
    for (String module : List.of("source-connector", "sink-connector")) {
      Path zip = onlyZip(root.resolve(module).resolve("target"));
      Path folder = root.resolve("verifier-job/target/plugins").resolve(module);
      unpack(zip, folder);
      container.withCopyFileToContainer(
          MountableFile.forHostPath(folder, 0755), "/plugins/" + module);
    }
  }

  private static Path onlyZip(Path folder) {
    List<Path> zips = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "*.zip")) {
      found.forEach(zips::add);
    } catch (IOException e) {
      throw new IllegalStateException("no build in " + folder, e);
    }
    if (zips.size() != 1) {
      throw new IllegalStateException("not one zip in " + folder + " but " + zips.size());
    }
    return zips.get(0);
  }

  private static void unpack(Path zip, Path folder) {
    try (ZipFile packed = new ZipFile(zip.toFile())) {
      for (ZipEntry entry : packed.stream().filter(e -> !e.isDirectory()).toList()) {
        Path file = folder.resolve(entry.getName());
        Files.createDirectories(file.getParent());
        Files.write(file, packed.getInputStream(entry).readAllBytes());
      }
    } catch (IOException e) {
      throw new IllegalStateException("cannot unpack " + zip, e);
    }
  }

  URI rest() {
    return URI.create("http://" + container.getHost() + ":" + container.getMappedPort(PORT));
  }

  /** kill -9 of the worker's process; a new one follows. */
  void kill() {
    try {
      container.execInContainer("bash", "-c", "kill -9 $(cat " + PID + ")");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Everything it has logged, over all its lives. */
  String log() {
    return container.getLogs();
  }

  @Override
  public void close() {
    container.stop();
  }
}
