package io.wherry.sink;

import static io.wherry.sink.LaneScript.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wherry.common.model.TableId;
import io.wherry.common.wire.BatchEncoder;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.json.JsonConverter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The task against a real target: what each record does, and what a restart finds. */
class SinkTaskIT {
  private static final String NAME = "sinktask";
  private static final String TOPIC = "w.sinktask.t";

  private final LaneScript lane = new LaneScript(new TableId(NAME, "t"));
  private FakeWorker worker;

  @BeforeEach
  void clean() throws SQLException {
    Target.clean(NAME);
  }

  @AfterEach
  void stop() {
    if (worker != null) {
      worker.stop();
    }
  }

  private FakeWorker start() {
    worker = new FakeWorker(Target.config(NAME));
    return worker;
  }

  private LaneScript scripted() {
    return lane.definition()
        .rows(row(1, "a"), row(2, "b"))
        .changes(
            c -> {
              c.update(row(1, "a"), row(1, "a2"));
              c.insert(row(3, "c"));
            })
        .lastRows(row(5, "e"))
        .changes(c -> c.delete(row(2, "b")))
        .progress();
  }

  @Test
  void appliesALaneFromItsFirstRecordOn() throws SQLException {
    start().assign(TOPIC, scripted().records(), 0).drain();

    assertThat(Target.rows(lane.table())).containsExactly("1=a2", "3=c", "5=e");
    assertThat(Target.ledger(NAME, "next_offset")).isEqualTo("6");
    assertThat(Target.ledger(NAME, "gtid_set")).isEqualTo(LaneScript.SERVER + ":1-3");
    assertThat(Target.ledger(NAME, "snapshot_done")).isEqualTo("1");
    assertThat(Target.ledger(NAME, "rows_applied")).isEqualTo("6");
    assertThat(Target.ledger(NAME, "number")).isEqualTo("5");
    assertThat(Target.ledger(NAME, "target_table")).isEqualTo("t");
    assertThat(Target.ledger(NAME, "connector")).isEqualTo(NAME);
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void takesWhatJsonConvertersMakeOfIt(String schemas) throws Exception {
    try (JsonConverter json = new JsonConverter()) {
      json.configure(Map.of("schemas.enable", schemas), false);
      UnaryOperator<Object> through =
          value -> {
            byte[] wire = json.fromConnectData(TOPIC, BatchEncoder.schema(), value);
            return json.toConnectData(TOPIC, wire).value();
          };
      start().converting(through).assign(TOPIC, scripted().records(), 0).drain();
    }
    assertThat(Target.rows(lane.table())).containsExactly("1=a2", "3=c", "5=e");
  }

  @Test
  void goesOnFromTheLedgerWhereverTheGroupStands() throws SQLException {
    start().assign(TOPIC, scripted().records(), 0).drain();
    worker.crash();

    lane.changes(c -> c.insert(row(9, "i")));
    start().assign(TOPIC, lane.records(), 2).drain();
    assertThat(Target.rows(lane.table())).containsExactly("1=a2", "3=c", "5=e", "9=i");

    worker.crash();
    lane.changes(c -> c.delete(row(9, "i")));
    long ahead = lane.records().size();
    start().assign(TOPIC, lane.records(), ahead).drain();
    assertThat(Target.rows(lane.table())).containsExactly("1=a2", "3=c", "5=e");
    assertThat(Target.ledger(NAME, "epoch")).isEqualTo("3");
  }

  @Test
  void skipsWhatStandsTwiceAndWhatANewRunRepeats() throws SQLException {
    scripted().again();
    lane.newRun(1)
        .changes(c -> c.delete(row(2, "b")))
        .again()
        .changes(c -> c.insert(row(7, "never: transaction 3 is in")))
        .changes(c -> c.insert(row(8, "h")));
    start().assign(TOPIC, lane.records(), 0).drain();

    assertThat(Target.rows(lane.table())).containsExactly("1=a2", "3=c", "5=e", "8=h");
    assertThat(Target.ledger(NAME, "gtid_set")).isEqualTo(LaneScript.SERVER + ":1-4");
    assertThat(Target.ledger(NAME, "run")).isEqualTo(lane.run());
  }

  @Test
  void goesOnInsideATransactionWhereverARunEnded() throws SQLException {
    lane.definition()
        .partOfTransaction(
            0,
            c -> {
              c.insert(row(1, "a"));
              c.insert(row(2, "b"));
            });
    lane.newRun(0)
        .partOfTransaction(0, c -> c.insert(row(1, "a")))
        .restOfTransaction(
            1,
            c -> {
              c.insert(row(2, "b"));
              c.update(row(2, "b"), row(2, "b2"));
            });
    start().assign(TOPIC, lane.records(), 0).drain();

    assertThat(Target.rows(lane.table())).containsExactly("1=a", "2=b2");
    assertThat(Target.ledger(NAME, "partial_gtid")).isNull();
  }

  @Test
  void stopsAtAGapAndNamesIt() throws SQLException {
    lane.definition().rows(row(1, "a")).lose().rows(row(2, "b"));
    start().assign(TOPIC, lane.records(), 0);

    assertThatThrownBy(() -> worker.pollUntil(() -> false))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining(TOPIC)
        .hasMessageContaining("offset 2")
        .hasMessageContaining("number 1 of run " + lane.run())
        .hasMessageContaining("number 3");
    assertThat(Target.rows(lane.table())).containsExactly("1=a");
    assertThat(Target.ledger(NAME, "next_offset")).isEqualTo("2");
    assertThat(Target.ledger(NAME, "last_error")).contains("number 3");
  }

  @Test
  void stopsWhereTheEndOfARunWasLost() throws SQLException {
    scripted();
    lane.newRun(9).changes(c -> c.insert(row(7, "g")));
    start().assign(TOPIC, lane.records(), 0);

    assertThatThrownBy(() -> worker.pollUntil(() -> false))
        .hasMessageContaining("was lost")
        .hasMessageContaining("offset 6");
    assertThat(Target.rows(lane.table())).containsExactly("1=a2", "3=c", "5=e");
  }

  @Test
  void joinsThePiecesOfALargeRowAlsoAcrossARestart() throws SQLException {
    String large = "x".repeat(3_000_000);
    lane.definition().rows(row(1, large)).again().changes(c -> c.insert(row(2, "b")));
    assertThat(lane.records()).hasSizeGreaterThan(7);

    List<Struct> firstHalf = lane.records().subList(0, 4);
    start().assign(TOPIC, firstHalf, 0).pollUntil(() -> worker.position(TOPIC) == 4);
    worker.pollUntil(() -> ledgerAt("1"));
    worker.crash();
    start().assign(TOPIC, lane.records(), 4).drain();

    assertThat(Target.rows(lane.table())).containsExactly("1=3000000", "2=b");
  }

  @Test
  void emptiesATableThatIsReadAgain() throws SQLException {
    scripted().newRun(1).restart().definition().rows(row(1, "new")).progress();
    start().assign(TOPIC, lane.records(), 0).drain();

    assertThat(Target.rows(lane.table())).containsExactly("1=new");
    assertThat(Target.ledger(NAME, "generation")).isEqualTo("2");
    assertThat(Target.ledger(NAME, "snapshot_done")).isEqualTo("0");
    assertThat(Target.ledger(NAME, "gtid_set")).isEqualTo(LaneScript.SERVER + ":1-2");
  }

  /** Of a run that knew of none before it: its offsets were never stored. */
  @Test
  void beginsATableAgainByADefinitionOfANewerGeneration() throws SQLException {
    scripted().newRun(9).nextGeneration().definition().rows(row(1, "new")).progress();
    start().assign(TOPIC, lane.records(), 0).drain();

    assertThat(Target.rows(lane.table())).containsExactly("1=new");
    assertThat(Target.ledger(NAME, "generation")).isEqualTo("2");
    assertThat(Target.ledger(NAME, "gtid_set")).isEqualTo(LaneScript.SERVER + ":1-10");
  }

  @Test
  void refusesASourceWhosePacketsAreLarger() throws SQLException {
    String sql = "CREATE TABLE `t` (\n  `id` int NOT NULL,\n  PRIMARY KEY (`id`)\n)";
    lane.definition(sql, Map.of("max_allowed_packet", "1073741824"));
    start().assign(TOPIC, lane.records(), 0);

    assertThatThrownBy(() -> worker.pollUntil(() -> false))
        .hasMessageContaining("max_allowed_packet of the target is")
        .hasMessageContaining("1073741824");
    assertThat(Target.ledger(NAME, "next_offset")).isEqualTo("0");
  }

  @Test
  void refusesATableThatIsNotItsOwnBeforeAnythingIsWritten() throws SQLException {
    Target.run(
        "CREATE DATABASE " + NAME,
        "CREATE TABLE " + NAME + ".t (id INT PRIMARY KEY, v LONGTEXT)",
        "INSERT INTO " + NAME + ".t VALUES (77, 'theirs')");
    start().assign(TOPIC, scripted().records(), 0);

    assertThatThrownBy(() -> worker.pollUntil(() -> false))
        .hasMessageContaining("sinktask.t is not empty and not ours");
    assertThat(Target.rows(lane.table())).containsExactly("77=theirs");
    assertThat(Target.ledger(NAME, "next_offset")).isEqualTo("0");
  }

  @Test
  void refusesAnEmptyTableWithOtherColumnsAndTakesOneWithTheSame() throws SQLException {
    Target.run(
        "CREATE DATABASE " + NAME,
        "CREATE TABLE " + NAME + ".t (id BIGINT NOT NULL PRIMARY KEY, v LONGTEXT)");
    start().assign(TOPIC, scripted().records(), 0);
    assertThatThrownBy(() -> worker.pollUntil(() -> false))
        .hasMessageContaining("column 1 is `id` bigint there, `id` int on the source");
    worker.stop();

    Target.run(
        "DROP TABLE " + NAME + ".t",
        "CREATE TABLE " + NAME + ".t (id INT NOT NULL PRIMARY KEY, v LONGTEXT) CHARSET utf8mb4");
    start().assign(TOPIC, scripted().records(), 0).drain();
    assertThat(Target.rows(lane.table())).containsExactly("1=a2", "3=c", "5=e");
  }

  @Test
  void refusesATableWithTriggers() throws SQLException {
    Target.run(
        "CREATE DATABASE " + NAME,
        "CREATE TABLE " + NAME + ".t (id INT NOT NULL PRIMARY KEY, v LONGTEXT)",
        "CREATE TRIGGER "
            + NAME
            + ".again BEFORE INSERT ON "
            + NAME
            + ".t FOR EACH ROW SET @x = 1");
    start().assign(TOPIC, scripted().records(), 0);
    assertThatThrownBy(() -> worker.pollUntil(() -> false))
        .hasMessageContaining("triggers [again]");
  }

  @Test
  void aRowThatTheTargetRefusesStopsTheLaneByNameWithoutItsValues() throws SQLException {
    lane.definition().rows(row(1, "a"));
    start().assign(TOPIC, lane.records(), 0).drain();
    Target.run("ALTER TABLE " + NAME + ".t MODIFY v VARCHAR(5)");
    lane.changes(c -> c.insert(row(2, "b")))
        .changes(c -> c.insert(row(3, "secret-value")))
        .changes(c -> c.insert(row(4, "d")));

    assertThatThrownBy(() -> worker.pollUntil(() -> false))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("sinktask.t")
        .hasMessageContaining(TOPIC)
        .hasMessageContaining("offset 3")
        .hasMessageContaining("id")
        .satisfies(e -> assertThat(stackText(e)).doesNotContain("secret-value"));
    assertThat(Target.rows(lane.table())).containsExactly("1=a", "2=b");
    assertThat(Target.ledger(NAME, "next_offset")).isEqualTo("3");
  }

  @Test
  void aStreamThatIsNotOursStopsTheLaneByName() {
    start().assign(TOPIC, List.of("hello"), 0);
    assertThatThrownBy(() -> worker.pollUntil(() -> false))
        .hasMessageContaining(TOPIC)
        .hasMessageContaining("offset 0")
        .hasMessageContaining("java.lang.String");
  }

  @Test
  void putNeverWaitsForTheTargetAndAsksForCommits() {
    start().assign(TOPIC, scripted().records(), 0).drain();
    assertThat(worker.longestPutMs()).isLessThan(1_000);
    worker.pollUntil(() -> worker.commitRequests() > 0);
    worker.pollUntil(() -> worker.lastTimeout() == 1_000);
    lane.changes(c -> c.insert(row(9, "i")));
    worker.poll();
    assertThat(worker.lastTimeout()).isEqualTo(50);
  }

  private boolean ledgerAt(String offset) {
    try {
      return Target.ledger(NAME, "next_offset").equals(offset);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static String stackText(Throwable e) {
    java.io.StringWriter text = new java.io.StringWriter();
    e.printStackTrace(new java.io.PrintWriter(text));
    return text.toString();
  }
}
