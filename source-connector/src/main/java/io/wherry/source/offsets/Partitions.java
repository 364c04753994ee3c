package io.wherry.source.offsets;

import io.wherry.common.model.TableId;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The names under which Connect stores our offsets: one for the log, one for each table. */
public final class Partitions {
  private static final String SERVER = "server";
  private static final String DATABASE = "database";
  private static final String TABLE = "table";

  private final String server;

  /**
   * @param server the topic prefix, which names the source
   */
  public Partitions(String server) {
    this.server = server;
  }

  public Map<String, String> log() {
    return Map.of(SERVER, server);
  }

  public Map<String, String> table(TableId table) {
    // Connect finds offsets by the serialized bytes of the partition. A HashMap of strings filled
    // in
    // this order iterates alike in every JVM, and as Connect's own copy of it; Map.of does not.
    Map<String, String> partition = new HashMap<>();
    partition.put(SERVER, server);
    partition.put(DATABASE, table.database());
    partition.put(TABLE, table.table());
    return partition;
  }

  /**
   * Checks a partition and offset that a person wants to store; a null offset removes it.
   *
   * @throws IllegalArgumentException saying what is wrong
   */
  public static void check(Map<String, ?> partition, Map<String, ?> offset) {
    if (partition.keySet().equals(Set.of(SERVER))) {
      if (offset != null) {
        LogOffset.of(offset);
      }
    } else if (partition.keySet().equals(Set.of(SERVER, DATABASE, TABLE))) {
      if (offset != null) {
        TableOffset.of(offset);
      }
    } else {
      throw new IllegalArgumentException(
          "partition " + partition + " is neither {server} nor {server, database, table}");
    }
  }
}
