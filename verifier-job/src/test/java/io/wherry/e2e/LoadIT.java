package io.wherry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.wherry.e2e.stack.Topics;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Many tables, large rows, and consumers as Kafka sets them up by default. */
class LoadIT {
  private final ConnectWorker worker = Cluster.get().worker();

  @Test
  void noneOfFourTasksIsIdle() throws SQLException {
    try (MovedDatabase db = new MovedDatabase("many", worker);
        Topics topics = new Topics(Cluster.get().broker())) {
      for (int i = 1; i <= 12; i++) {
        db.createTable("t" + i, 500);
      }
      db.start(Map.of(), Map.of("tasks.max", "4"));
      db.awaitSnapshot();
      String group = "connect-" + db.move().sink();
      db.await("12 topics on 4 members", () -> isSpread(topics.assignments(group)));
      db.source("UPDATE t7 SET v = 1");
      db.assertMoved();
    }
  }

  private static boolean isSpread(List<Integer> topicsOfMembers) {
    return topicsOfMembers.size() == 4
        && !topicsOfMembers.contains(0)
        && topicsOfMembers.stream().mapToInt(Integer::intValue).sum() == 12;
  }

  /** Slower, but right: topics exist before the sink looks for them. */
  @Test
  void movesUnderKafkasDefaultConsumerSettings() throws SQLException {
    Map<String, String> defaults =
        Map.of(
            "consumer.override.partition.assignment.strategy",
            "org.apache.kafka.clients.consumer.RangeAssignor,"
                + "org.apache.kafka.clients.consumer.CooperativeStickyAssignor",
            "consumer.override.metadata.max.age.ms",
            "300000",
            "consumer.override.isolation.level",
            "read_uncommitted",
            "consumer.override.session.timeout.ms",
            "45000");
    try (MovedDatabase db = new MovedDatabase("kafka_defaults", worker);
        Topics topics = new Topics(Cluster.get().broker())) {
      db.createTable("t", 5000);
      db.createTable("u", 10);
      db.move().startSource(Map.of());
      db.await("both topics", () -> topics.byPrefix("kafka_defaults.").size() == 2);
      db.move().startSink(defaults);
      db.source("UPDATE t SET v = 1 WHERE id % 3 = 0");
      db.awaitSnapshot();
      db.source("UPDATE t SET id = -id");
      db.assertMoved();
    }
  }

  @Test
  void largeRowsFitAHeapOf512Megabytes() throws SQLException {
    try (MovedDatabase db = new MovedDatabase("large", worker)) {
      db.source(
          "CREATE TABLE t (id INT PRIMARY KEY, doc LONGBLOB NOT NULL)",
          "SET SESSION cte_max_recursion_depth = 2000, sql_log_bin = 0",
          "INSERT INTO t WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s"
              + " WHERE n < 2000) SELECT n, REPEAT(SHA2(n, 256), 16384) FROM s");
      db.start(Map.of());
      db.source("UPDATE t SET doc = CONCAT(doc, 'x') WHERE id % 40 = 0");
      db.awaitSnapshot();
      db.source("UPDATE t SET doc = CONCAT(doc, 'y') WHERE id % 40 = 1");
      db.assertMoved();
      assertThat(worker.log()).doesNotContain("OutOfMemoryError");
    }
  }
}
