package io.wherry.verify.config;

/**
 * Where the servers are from here, when the connectors know them by names that only their worker
 * can resolve.
 */
public record Overrides(Endpoint source, Endpoint target) {
  /** Nothing differs from the files. */
  public static final Overrides NONE =
      new Overrides(new Endpoint(null, null), new Endpoint(null, null));

  /**
   * One server.
   *
   * @param host null as in the file
   * @param port null as in the file
   */
  public record Endpoint(String host, Integer port) {}
}
