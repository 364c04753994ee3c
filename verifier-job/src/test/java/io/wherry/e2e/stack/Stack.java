package io.wherry.e2e.stack;

import io.wherry.common.mysql.ServerAddress;
import io.wherry.common.mysql.SslMode;
import java.net.URI;

/**
 * Where the servers of a running stack are, as this process reaches them.
 *
 * @param source an administrator's address of the source
 * @param target an administrator's address of the target
 * @param broker bootstrap servers
 * @param connect the worker's REST endpoint
 * @param worker the worker's container, for kills
 */
public record Stack(
    ServerAddress source, ServerAddress target, String broker, URI connect, String worker) {

  /** The compose stack; {@code docker/lib.sh} exports what differs from its defaults. */
  public static Stack fromEnvironment() {
    return new Stack(
        root(port("WHERRY_SOURCE_PORT", 33061)),
        root(port("WHERRY_TARGET_PORT", 33062)),
        "127.0.0.1:" + port("WHERRY_BROKER_PORT", 39092),
        URI.create("http://127.0.0.1:" + port("WHERRY_CONNECT_PORT", 8083)),
        System.getenv("WHERRY_CONNECT_CONTAINER"));
  }

  private static ServerAddress root(int port) {
    String password = System.getenv().getOrDefault("WHERRY_ROOT_PASSWORD", "wherry");
    return new ServerAddress("127.0.0.1", port, "root", password, SslMode.PREFERRED);
  }

  private static int port(String variable, int otherwise) {
    String value = System.getenv(variable);
    return value == null || value.isEmpty() ? otherwise : Integer.parseInt(value);
  }
}
