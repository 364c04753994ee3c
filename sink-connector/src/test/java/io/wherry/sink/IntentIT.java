package io.wherry.sink;

import static io.wherry.sink.LaneScript.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wherry.common.model.TableId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Statements that commit by themselves, with a crash at each point: before the intent, between
 * intent and statement, between statement and the ledger's next step.
 */
class IntentIT {
  private static final String NAME = "sinkintent";
  private static final String TOPIC = "w.sinkintent.t";
  private static final String TABLE = NAME + ".t";

  private final LaneScript lane = new LaneScript(new TableId(NAME, "t"));
  private FakeWorker worker;

  /** Where the process dies. */
  enum Crash {
    BEFORE_INTENT,
    BEFORE_STATEMENT,
    AFTER_STATEMENT
  }

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

  private void drain() {
    worker = new FakeWorker(Target.config(NAME)).assign(TOPIC, lane.records(), 0);
    worker.drain();
  }

  /** Everything so far is in the target; then the process dies at the next record. */
  private void crashAtNext(Crash crash, String... statement) throws SQLException {
    drain();
    worker.crash();
    int offset = lane.records().size();
    if (crash != Crash.BEFORE_INTENT) {
      intend(offset);
    }
    if (crash == Crash.AFTER_STATEMENT) {
      Target.run(statement);
    }
  }

  private static void intend(int offset) throws SQLException {
    List<String> before = showCreate();
    String text = offset + " " + (before.isEmpty() ? "absent" : "present\n" + before.get(0));
    try (Connection connection = Target.connect();
        PreparedStatement update =
            connection.prepareStatement("UPDATE ledger_" + NAME + ".ledger SET intent = ?")) {
      update.setString(1, text);
      assertThat(update.executeUpdate()).isEqualTo(1);
    }
  }

  private static List<String> showCreate() throws SQLException {
    boolean there =
        !Target.texts(
                "SELECT 1 FROM information_schema.TABLES WHERE TABLE_SCHEMA = '"
                    + NAME
                    + "' AND TABLE_NAME = 't'")
            .isEmpty();
    if (!there) {
      return List.of();
    }
    try (Connection connection = Target.connect();
        PreparedStatement show = connection.prepareStatement("SHOW CREATE TABLE " + TABLE);
        var rows = show.executeQuery()) {
      rows.next();
      return List.of(rows.getString(2));
    }
  }

  private static void settled() throws SQLException {
    assertThat(Target.ledger(NAME, "intent")).isNull();
    assertThat(Target.ledger(NAME, "partial_gtid")).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void definition(Crash crash) throws SQLException {
    // The lane is claimed and new: its row is there, nothing has been applied.
    worker = new FakeWorker(Target.config(NAME)).assign(TOPIC, List.of(), 0);
    worker.pollUntil(() -> !worker.isPaused(TOPIC));
    worker.crash();
    if (crash != Crash.BEFORE_INTENT) {
      intend(0);
    }
    if (crash == Crash.AFTER_STATEMENT) {
      Target.run(
          "CREATE DATABASE " + NAME,
          "CREATE TABLE " + TABLE + " (id int NOT NULL PRIMARY KEY, v longtext)");
    }
    lane.definition().lastRows(row(1, "a"));
    drain();
    assertThat(Target.rows(lane.table())).containsExactly("1=a");
    settled();
  }

  @ParameterizedTest
  @EnumSource
  void alter(Crash crash) throws SQLException {
    lane.definition().lastRows(row(1, "a"));
    String alter = "ALTER TABLE t ADD COLUMN n INT NOT NULL DEFAULT 7";
    crashAtNext(crash, alter.replace(" t ", " " + TABLE + " "));
    lane.statement(alter).progress();
    drain();
    assertThat(Target.texts("SELECT n FROM " + TABLE)).containsExactly("7");
    settled();
  }

  @ParameterizedTest
  @EnumSource
  void createIndex(Crash crash) throws SQLException {
    lane.definition().lastRows(row(1, "a"));
    crashAtNext(crash, "CREATE INDEX i ON " + TABLE + " (v(10))");
    lane.statement("CREATE INDEX i ON t (v(10))");
    drain();
    assertThat(showCreate().get(0)).contains("KEY `i`");
    settled();
  }

  @ParameterizedTest
  @EnumSource
  void truncate(Crash crash) throws SQLException {
    lane.definition().lastRows(row(1, "a"));
    crashAtNext(crash, "TRUNCATE TABLE " + TABLE);
    lane.statement("TRUNCATE TABLE t").changes(c -> c.insert(row(2, "b")));
    drain();
    assertThat(Target.rows(lane.table())).containsExactly("2=b");
    settled();
  }

  @ParameterizedTest
  @EnumSource
  void drop(Crash crash) throws SQLException {
    lane.definition().lastRows(row(1, "a"));
    crashAtNext(crash, "DROP TABLE " + TABLE);
    lane.statement("DROP TABLE `t` /* generated by server */");
    drain();
    assertThat(showCreate()).isEmpty();
    settled();
  }

  @ParameterizedTest
  @EnumSource
  void create(Crash crash) throws SQLException {
    lane.definition().rows(row(1, "a")).statement("DROP TABLE t");
    String create = "CREATE TABLE t (id INT PRIMARY KEY, v LONGTEXT)";
    crashAtNext(crash, create.replace(" t ", " " + TABLE + " "));
    assertThat(Target.ledger(NAME, "snapshot_done")).isEqualTo("0");
    lane.statement(create).changes(c -> c.insert(row(5, "e")));
    drain();
    assertThat(Target.rows(lane.table())).containsExactly("5=e");
    assertThat(Target.ledger(NAME, "snapshot_done")).isEqualTo("1");
    settled();
  }

  @ParameterizedTest
  @EnumSource
  void restart(Crash crash) throws SQLException {
    lane.definition().lastRows(row(1, "a"));
    crashAtNext(crash, "TRUNCATE TABLE " + TABLE);
    lane.newRun(0).restart().definition().lastRows(row(2, "b"));
    drain();
    assertThat(Target.rows(lane.table())).containsExactly("2=b");
    assertThat(Target.ledger(NAME, "generation")).isEqualTo("2");
    settled();
  }

  @ParameterizedTest
  @EnumSource
  void definitionOfANewerGeneration(Crash crash) throws SQLException {
    lane.definition().lastRows(row(1, "a"));
    crashAtNext(crash, "TRUNCATE TABLE " + TABLE);
    lane.newRun(5).nextGeneration().definition().lastRows(row(2, "b"));
    drain();
    assertThat(Target.rows(lane.table())).containsExactly("2=b");
    assertThat(Target.ledger(NAME, "generation")).isEqualTo("2");
    settled();
  }

  @Test
  void aTableBornAndGoneInTheLog() throws SQLException {
    lane.statement("CREATE TABLE t (id INT PRIMARY KEY, v LONGTEXT)")
        .changes(c -> c.insert(row(1, "a")))
        .statement("DROP TABLE t")
        .statement("CREATE TABLE t (id INT PRIMARY KEY, v LONGTEXT, w INT)")
        .changes(c -> c.insert(row(2, "b")));
    lane.newRun(2)
        .statement("DROP TABLE t")
        .statement("CREATE TABLE t (id INT PRIMARY KEY, v LONGTEXT, w INT)")
        .changes(c -> c.insert(row(2, "b")))
        .changes(c -> c.insert(row(3, "c")));
    drain();
    assertThat(Target.rows(lane.table())).containsExactly("2=b", "3=c");
    assertThat(Target.ledger(NAME, "gtid_set")).isEqualTo(LaneScript.SERVER + ":1-6");
    settled();
  }

  @Test
  void aStatementThatTheTargetRefusesStopsTheLaneAndIsTriedAfterwards() throws SQLException {
    lane.definition().lastRows(row(1, "a"));
    drain();
    Target.run("ALTER TABLE " + TABLE + " ADD COLUMN n INT");
    lane.statement("ALTER TABLE t ADD COLUMN n INT").progress();
    assertThatThrownBy(() -> worker.pollUntil(() -> false))
        .hasMessageContaining("sinkintent.t")
        .hasMessageContaining("offset 2")
        .hasMessageContaining("Duplicate column name");
    worker.stop();

    Target.run("ALTER TABLE " + TABLE + " DROP COLUMN n");
    drain();
    assertThat(showCreate().get(0)).contains("`n` int");
    settled();
  }

  @Test
  void aStatementOfAnotherKindStopsTheLane() throws SQLException {
    lane.definition().lastRows(row(1, "a")).statement("RENAME TABLE t TO u");
    worker = new FakeWorker(Target.config(NAME)).assign(TOPIC, lane.records(), 0);
    assertThatThrownBy(() -> worker.pollUntil(() -> false))
        .hasMessageContaining("RENAME_TABLE")
        .hasMessageContaining("offset 2");
    assertThat(Target.rows(lane.table())).containsExactly("1=a");
  }
}
