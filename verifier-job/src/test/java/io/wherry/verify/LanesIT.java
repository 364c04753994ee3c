package io.wherry.verify;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wherry.verify.World.Result;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nothing is called equal or different before the ledger says that the target has everything. */
class LanesIT {
  @TempDir Path folder;
  private World world;

  @BeforeEach
  void twoEqualTables() throws Exception {
    world = new World("verify_lanes", folder);
    world.both("CREATE TABLE a (id INT PRIMARY KEY);\nCREATE TABLE b (id INT PRIMARY KEY)");
    world.both("INSERT INTO a VALUES (1);\nINSERT INTO b VALUES (1)");
  }

  @Test
  void aLaneThatIsNotThereIsNamed() throws Exception {
    world.lanes("a");

    Result result = world.compare();

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.lastLine())
        .startsWith("INCOMPLETE stalled: no movement for 2 s; behind: verify_lanes.b (no lane of")
        .doesNotContain("verify_lanes.a");
  }

  @Test
  void aLedgerThatIsNotThereIsNoProof() throws Exception {
    world.target("DROP TABLE wherry.ledger");

    assertThat(world.compare().code()).isEqualTo(2);
  }

  @Test
  void aLaneThatStandsStillIsNamedWithItsError() throws Exception {
    world.lanes("a").lane("b", "verify_lanes", "b", "'', 1, 'duplicate key in verify_lanes.b'");

    Result result = world.compare();

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.lastLine())
        .contains("verify_lanes.b (position not reached, last error: duplicate key in");
  }

  @Test
  void aSnapshotThatIsNotDoneIsWaitedFor() throws Exception {
    world.lanes("a").lane("b", "verify_lanes", "b", "'" + world.everything() + "', 0, NULL");

    assertThat(world.compare().lastLine()).contains("verify_lanes.b (snapshot not done, 0 rows");
  }

  @Test
  void anotherSinksLanesDoNotCount() throws Exception {
    world.lanes("a", "b").target("UPDATE wherry.ledger SET connector = 'other-sink'");

    assertThat(world.compare().code()).isEqualTo(2);
  }

  @Test
  void aLaneThatMovesIsWaitedForLongerThanTheTimeout() throws Exception {
    world.lanes("a").lane("b", "verify_lanes", "b", "'', 1, NULL");
    CompletableFuture<Result> comparing = inBackground();
    for (int i = 0; i < 5; i++) {
      TimeUnit.MILLISECONDS.sleep(700);
      world.target(
          "UPDATE wherry.ledger SET next_offset = next_offset + 1 WHERE source_table = 'b'");
      assertThat(comparing).isNotDone();
    }
    world.target("UPDATE wherry.ledger SET gtid_set = '" + world.everything() + "'");

    assertThat(comparing.get().out()).isEqualTo("EQUAL tables=2 rows=2\n");
  }

  @Test
  void routesAreFollowed() throws Exception {
    world.target(
        "CREATE DATABASE IF NOT EXISTS verify_lanes_new;\nDROP TABLE IF EXISTS verify_lanes_new.a;\n"
            + "DROP TABLE IF EXISTS verify_lanes_new.`b.2`;\n"
            + "RENAME TABLE a TO verify_lanes_new.a, b TO verify_lanes_new.`b.2`");
    String everything = "'" + world.everything() + "', 1, NULL";
    world
        .lane("a", "verify_lanes_new", "a", everything)
        .lane("b", "verify_lanes_new", "b.2", everything);
    world.sinkKeys(
        "\"database.routes\": \"verify_lanes:verify_lanes_new\", \"table.routes\":"
            + " \"verify_lanes.b:verify_lanes_new.`b.2`\"");
    assertThat(world.compare().out()).isEqualTo("EQUAL tables=2 rows=2\n");

    world.target("DELETE FROM verify_lanes_new.`b.2`");

    assertThat(world.compare().out())
        .startsWith("verify_lanes.b -> verify_lanes_new.b.2 key=(id=1) missing on the target\n");
  }

  @Test
  void routesThatAreNotTheSinksAreRefused() throws Exception {
    world.lanes("a", "b").sinkKeys("\"database.routes\": \"verify_lanes:elsewhere\"");

    Result result = world.compare();

    assertThat(result.code()).isEqualTo(3);
    assertThat(result.lastLine()).contains("the ledger says that verify_lanes.a went to");
  }

  @Test
  void noTableIsNotEqual() throws Exception {
    world.sourceKeys("\"tables\": \"no_such_database.*\"");

    Result result = world.compare();

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.lastLine()).startsWith("INCOMPLETE no table of the source is included");
  }

  @Test
  void tablesAndColumnsThatAreNotOnBothSidesAreDifferences() throws Exception {
    world.both("CREATE TABLE c (id INT PRIMARY KEY, x INT, y INT)").lanes("a", "b", "c");
    world.target(
        "DROP TABLE a;\nALTER TABLE b ADD COLUMN more INT;\nALTER TABLE c DROP COLUMN y,"
            + " MODIFY x VARCHAR(9)");

    Result result = world.compare();

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out())
        .isEqualTo(
            "verify_lanes.a: the table is missing on the target\n"
                + "verify_lanes.b: column more is only on the target\n"
                + "verify_lanes.c: column x is int on the source and varchar(9) on the target\n"
                + "verify_lanes.c: column y is missing on the target\n"
                + "DIFFERENT tables=3 rows=0 differing_rows=0\n");
  }

  @Test
  void tablesThatAreOnlyOnTheTargetAreDifferences() throws Exception {
    world.lanes("a", "b").source("DROP TABLE b").target("CREATE TABLE foreign_one (id INT)");

    assertThat(world.compare().out())
        .isEqualTo(
            "(none) -> verify_lanes.b: the table is only on the target\n"
                + "(none) -> verify_lanes.foreign_one: the table is only on the target\n"
                + "DIFFERENT tables=3 rows=1 differing_rows=0\n");
  }

  @Test
  void anotherConnectorsTablesAreNotOurs() throws Exception {
    world.lanes("a", "b", "c").target("CREATE TABLE c (id INT)");
    world.target("UPDATE wherry.ledger SET connector = 'other' WHERE source_table = 'c'");

    assertThat(world.compare().out()).isEqualTo("EQUAL tables=2 rows=2\n");
  }

  /** A DROP that the lane has not applied yet is waited for. */
  @Test
  void aTableThatIsAboutToBeDroppedIsNoDifference() throws Exception {
    world.lane("b", "verify_lanes", "b", "'', 1, NULL").lanes("a").source("DROP TABLE b");
    CompletableFuture<Result> comparing = inBackground("--timeout", "20");
    TimeUnit.SECONDS.sleep(2);
    assertThat(comparing).isNotDone();
    world.target("DROP TABLE b");

    assertThat(comparing.get().out()).isEqualTo("EQUAL tables=1 rows=1\n");
  }

  /** The source's columns were read before the wait; both sides have another one after it. */
  @Test
  void aTableThatIsAlteredMeanwhileIsNoDifference() throws Exception {
    world.lane("a", "verify_lanes", "a", "'', 1, NULL").lanes("b");
    CompletableFuture<Result> comparing = inBackground("--timeout", "20");
    TimeUnit.SECONDS.sleep(3);
    world.both("ALTER TABLE b ADD COLUMN c INT");
    assertThat(comparing).isNotDone();
    world.target("UPDATE wherry.ledger SET gtid_set = '" + world.everything() + "'");

    assertThat(comparing.get().out()).isEqualTo("EQUAL tables=2 rows=2\n");
  }

  private CompletableFuture<Result> inBackground(String... options) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return world.compare(options);
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  @Test
  void excludedTablesAndColumnsDoNotCount() throws Exception {
    world.source("ALTER TABLE a ADD COLUMN secret INT").lanes("a");
    world.target("DELETE FROM b");
    world.sourceKeys(
        "\"tables\": \"verify_lanes.*\", \"tables.exclude\": \"verify_lanes.b\","
            + " \"columns.exclude\": \"verify_lanes.a.secret\"");

    assertThat(world.compare().out()).isEqualTo("EQUAL tables=1 rows=1\n");
  }

  @Test
  void theReportIsWrittenAsJson() throws Exception {
    world.lanes("a", "b").target("UPDATE b SET id = 2");
    Path file = folder.resolve("report.json");

    world.compare("--json", file.toString());

    JsonNode report = new ObjectMapper().readTree(file.toFile());
    assertThat(report.path("verdict").asText()).isEqualTo("DIFFERENT");
    assertThat(report.path("position").asText()).contains(":1-");
    JsonNode table = report.path("tables").path(1);
    assertThat(table.path("differing_rows").asLong()).isEqualTo(2);
    assertThat(table.path("chunks_planned").asInt()).isEqualTo(1);
    assertThat(table.path("differences").findValuesAsText("kind"))
        .containsExactlyInAnyOrder("MISSING", "EXTRA");
  }

  @Test
  void serversThatCannotBeReachedOrRefuseUsAreNotEqual() throws Exception {
    world.lanes("a", "b");

    assertThat(world.compare("--target-port", "1").lastLine())
        .startsWith("INCOMPLETE the target root@");
    assertThat(world.compare("--target-port", "1").code()).isEqualTo(2);

    world.sourceKeys("\"tables\": \"*.*\", \"connection.user\": \"nobody\"");
    Result refused = world.compare();
    assertThat(refused.code()).isEqualTo(3);
    assertThat(refused.out() + refused.err()).contains("refuses us").doesNotContain("test\n");
  }

  @Test
  void wrongOptionsAndFilesAreAConfiguration() throws Exception {
    assertThat(world.compare("--threads", "0").code()).isEqualTo(3);
    assertThat(world.compare("--no-such-option").code()).isEqualTo(3);
    assertThat(world.sourceKeys("\"tables\": \"nodots\"").compare().code()).isEqualTo(3);
    assertThat(world.sourceKeys("\"tables.exclude\": \"x.y\"").compare().code()).isEqualTo(3);
  }
}
