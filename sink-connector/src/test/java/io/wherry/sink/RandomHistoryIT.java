package io.wherry.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.wherry.common.model.TableId;
import java.sql.SQLException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random histories on a real target, with tasks that die and connections that break on the way. */
class RandomHistoryIT {
  private static final String NAME = "sinkrandom";
  private static final String TOPIC = "w.sinkrandom.t";
  private static final TableId TABLE = new TableId(NAME, "t");

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void endsAsTheSourceDid(long seed) throws SQLException {
    Target.clean(NAME);
    RandomHistory history = new RandomHistory(seed, TABLE);
    SplittableRandom random = new SplittableRandom(seed);
    List<Struct> topic = history.topic();
    FakeWorker worker = start(topic, 0);
    for (int faults = 0; faults < 12; faults++) {
      int polls = random.nextInt(12);
      for (int i = 0; i < polls; i++) {
        worker.poll();
      }
      if (random.nextInt(3) == 0) {
        killConnections();
      } else if (random.nextBoolean()) {
        worker.crash();
        worker = start(topic, random.nextInt(topic.size()));
      } else {
        FakeWorker before = worker;
        worker = start(topic, random.nextInt(topic.size()));
        worker.poll();
        before.poll();
        before.stop();
      }
    }
    worker.drain();
    worker.stop();
    List<String> wanted =
        history.finalState().entrySet().stream()
            .map(e -> e.getKey() + "=" + e.getValue())
            .collect(Collectors.toList());
    assertThat(Target.rows(TABLE)).as("seed %d", seed).isEqualTo(wanted);
    assertThat(Target.ledger(NAME, "next_offset")).isEqualTo(String.valueOf(topic.size()));
  }

  private static FakeWorker start(List<Struct> topic, long position) {
    return new FakeWorker(Target.config(NAME)).assign(TOPIC, topic, position);
  }

  private static void killConnections() throws SQLException {
    List<String> ids =
        Target.texts(
            "SELECT PROCESSLIST_ID FROM performance_schema.session_connect_attrs"
                + " WHERE ATTR_NAME = 'program_name' AND ATTR_VALUE = 'wherry-sink'");
    for (String id : ids) {
      try {
        Target.run("KILL " + id);
      } catch (SQLException e) {
        // Gone already.
        continue;
      }
    }
  }
}
