package io.wherry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.wherry.e2e.stack.ConnectRest;
import io.wherry.e2e.stack.ConnectorFile;
import io.wherry.e2e.stack.Ledger.Lane;
import io.wherry.e2e.stack.Topics;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a user does with the files of config/, on a real worker. */
class WalkIT {
  private final ConnectWorker worker = Cluster.get().worker();

  @Test
  void deletedAndRecreatedConnectorsGoOnWhereTheyStopped() throws SQLException {
    try (MovedDatabase db = new MovedDatabase("walk", worker)) {
      db.createTable("t", 5000);
      db.source("CREATE TABLE no_key (a INT NULL)", "INSERT INTO no_key VALUES (1), (1), (NULL)");
      db.start(Map.of());
      db.awaitSnapshot();
      db.assertMoved();

      db.connect().delete(db.move().source());
      db.connect().delete(db.move().sink());
      long applied = rowsApplied(db);
      db.source("UPDATE t SET v = 1 WHERE id <= 10", "DELETE FROM no_key WHERE a = 1 LIMIT 1");
      db.start(Map.of());
      db.assertMoved();
      // Eleven changes, not the table once more.
      assertThat(rowsApplied(db) - applied).isBetween(1L, 100L);
    }
  }

  private static long rowsApplied(MovedDatabase db) throws SQLException {
    return db.move().lanes().stream().mapToLong(Lane::rowsApplied).sum();
  }

  @Test
  void consumerLagFallsToNothing() throws SQLException {
    try (MovedDatabase db = new MovedDatabase("lag_falls", worker);
        Topics topics = new Topics(Cluster.get().broker())) {
      db.createTable("t", 1000);
      db.start(Map.of());
      db.awaitSnapshot();
      db.source("UPDATE t SET v = 1");
      db.assertMoved();
      db.await("lag 0", () -> topics.lag("connect-" + db.move().sink()) == 0);
    }
  }

  @Test
  void unchangedConfigurationPasses() throws SQLException {
    try (MovedDatabase db = new MovedDatabase("again", worker)) {
      db.createTable("t", 100);
      db.start(Map.of());
      db.awaitSnapshot();
      for (String name : List.of(db.move().source(), db.move().sink())) {
        JsonNode config = db.connect().get("/connectors/" + name + "/config");
        db.connect().put(name, config);
        db.await(name + " runs", () -> db.connect().isRunning(name));
      }
      db.source("UPDATE t SET v = 1");
      db.assertMoved();
    }
  }

  @Test
  void snapshotAndStopNeedNoWrites() throws SQLException {
    try (MovedDatabase db = new MovedDatabase("idle", worker)) {
      db.createTable("t", 3000);
      db.source("CREATE TABLE no_key (a INT NULL)", "INSERT INTO no_key VALUES (1), (1)");
      db.start(Map.of("snapshot.chunk.rows", "100"));
      db.awaitSnapshot();
      db.assertMoved();
      db.connect().stop(db.move().source());
      db.connect().stop(db.move().sink());
    }
  }

  @Test
  void workerListsOnlyOurPlugins() {
    JsonNode plugins =
        new ConnectRest(worker.rest()).get("/connector-plugins?connectorsOnly=false");
    List<String> ours = new ArrayList<>();
    for (JsonNode plugin : plugins) {
      if (!plugin.path("class").asText().startsWith("org.apache.kafka.")) {
        ours.add(plugin.path("type").asText() + " " + plugin.path("class").asText());
      }
    }
    assertThat(ours)
        .containsExactlyInAnyOrder(
            "source io.wherry.source.MySqlSourceConnector",
            "sink io.wherry.sink.MySqlSinkConnector");
  }

  @Test
  void shippedFilesNeedFewKeysOfOurs() {
    assertThat(keysOfOurs("source.json")).hasSizeLessThanOrEqualTo(6);
    assertThat(keysOfOurs("sink.json")).hasSizeLessThanOrEqualTo(5);
  }

  private static List<String> keysOfOurs(String file) {
    return ConnectorFile.shipped(file).config().keySet().stream()
        .filter(k -> !k.startsWith("topic.creation.") && !k.startsWith("consumer.override."))
        .filter(k -> !k.equals("name") && !k.equals("tasks.max"))
        .toList();
  }
}
