package io.wherry.source.tail;

import static org.assertj.core.api.Assertions.assertThat;

import io.wherry.common.model.GtidSet;
import io.wherry.source.snapshot.SourceServer;
import io.wherry.source.tail.TailEvents.Failed;
import io.wherry.source.tail.TailEvents.Told;
import java.sql.SQLException;
import java.util.List;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the tail must not pass stops it with table and place, before anything wrong is told. */
class RefusalIT {
  private static final String[] START = {
    "SET SESSION lock_wait_timeout = 20",
    "DROP DATABASE IF EXISTS tail_stop",
    "DROP DATABASE IF EXISTS tail_free",
    "CREATE DATABASE tail_stop",
    "CREATE DATABASE tail_free",
    "CREATE TABLE tail_stop.t (id INT PRIMARY KEY, v VARCHAR(20), b TEXT, j JSON, INDEX (v))",
    "CREATE TABLE tail_free.t (id INT PRIMARY KEY, v VARCHAR(20), j JSON)",
    "INSERT INTO tail_stop.t VALUES (1, 'a', 'b', '{\"a\": [1, 2, 3], \"b\": \"xxxxxxxxxxxx\"}')",
    "INSERT INTO tail_free.t VALUES (1, 'a', '{\"a\": [1, 2, 3], \"b\": \"xxxxxxxxxxxx\"}')"
  };

  @BeforeEach
  void tables() throws SQLException {
    SourceServer.execute(START);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE tail_stop.t SET v = 'z' WHERE id = 1",
        "INSERT INTO tail_stop.t (id) VALUES (2)",
        "DELETE FROM tail_stop.t"
      })
  void minimalRowImages(String change) throws Exception {
    refuses("tail_stop.t", "SET SESSION binlog_row_image = 'MINIMAL'", change)
        .hasMessageContaining("binlog_row_image=FULL");
  }

  @Test
  void rowImagesWithoutBlobs() throws Exception {
    refuses(
            "tail_stop.t",
            "SET SESSION binlog_row_image = 'NOBLOB'",
            "UPDATE tail_stop.t SET v = 'z' WHERE id = 1")
        .hasMessageContaining("binlog_row_image=FULL");
  }

  @Test
  void partialJson() throws Exception {
    refuses(
            "tail_stop.t",
            "SET SESSION binlog_row_value_options = 'PARTIAL_JSON'",
            "UPDATE tail_stop.t SET j = JSON_SET(j, '$.a[0]', 9) WHERE id = 1")
        .hasMessageContaining("binlog_row_value_options");
  }

  @Test
  void tableMapsWithoutNames() throws Exception {
    try {
      SourceServer.execute("SET GLOBAL binlog_row_metadata = 'MINIMAL'");
      refuses("tail_stop.t", "INSERT INTO tail_stop.t (id) VALUES (3)")
          .hasMessageContaining("binlog_row_metadata=FULL");
    } finally {
      SourceServer.execute("SET GLOBAL binlog_row_metadata = 'FULL'");
    }
  }

  @Test
  void rowsOfXaTransactions() throws Exception {
    try {
      refuses(
              "tail_stop.t",
              "XA START 'stop'",
              "INSERT INTO tail_stop.t (id) VALUES (4)",
              "XA END 'stop'",
              "XA PREPARE 'stop'")
          .hasMessageContaining("XA");
    } finally {
      SourceServer.execute("XA ROLLBACK 'stop'");
    }
  }

  @Test
  void theCommitOfAnUnknownXaTransaction() throws Exception {
    SourceServer.execute(
        "XA START 'early'",
        "INSERT INTO tail_stop.t (id) VALUES (5)",
        "XA END 'early'",
        "XA PREPARE 'early'");
    refuses("XA transaction", "XA COMMIT 'early'").hasMessageContaining("prepared before");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO tail_stop.t (id) VALUES (6)",
        "UPDATE tail_stop.t SET v = 'secret' WHERE id = 1",
        "DELETE FROM tail_stop.t WHERE v = 'secret'",
        "REPLACE INTO tail_stop.t (id, v) VALUES (1, 'secret')"
      })
  void changesLoggedAsStatements(String change) throws Exception {
    refuses("tail_stop", "SET SESSION binlog_format = 'STATEMENT'", change)
        .hasMessageContaining(change.substring(0, 6))
        .hasMessageContaining("binlog_format=ROW")
        .hasMessageNotContaining("secret");
  }

  @Test
  void changesLoggedAsStatementsFromAnotherDatabase() throws Exception {
    refuses(
            "tail_stop.t",
            "USE tail_free",
            "SET SESSION binlog_format = 'STATEMENT'",
            "INSERT INTO tail_stop.t (id) VALUES (7)")
        .hasMessageContaining("INSERT INTO");
  }

  @Test
  void nothingOfThisStopsForTablesThatAreNotMoved() throws Exception {
    GtidSet before = TailEvents.executed();
    SourceServer.execute(
        "SET SESSION binlog_row_image = 'MINIMAL'",
        "UPDATE tail_free.t SET v = 'z' WHERE id = 1",
        "SET SESSION binlog_row_image = 'FULL'",
        "SET SESSION binlog_row_value_options = 'PARTIAL_JSON'",
        "UPDATE tail_free.t SET j = JSON_SET(j, '$.a[0]', 9) WHERE id = 1",
        "SET SESSION binlog_row_value_options = ''",
        "XA START 'free'",
        "INSERT INTO tail_free.t (id) VALUES (4)",
        "XA END 'free'",
        "XA PREPARE 'free'",
        "XA COMMIT 'free'",
        "XA START 'one', 'b', 7",
        "INSERT INTO tail_free.t (id) VALUES (5)",
        "XA END 'one', 'b', 7",
        "XA COMMIT 'one', 'b', 7 ONE PHASE",
        "XA START 'back'",
        "INSERT INTO tail_free.t (id) VALUES (6)",
        "XA END 'back'",
        "XA PREPARE 'back'",
        "XA ROLLBACK 'back'",
        "SET SESSION binlog_format = 'STATEMENT'",
        "INSERT INTO tail_free.t (id) VALUES (7)",
        "SET SESSION binlog_format = 'ROW'",
        "INSERT INTO tail_stop.t (id) VALUES (8)");
    try (TailEvents events = TailEvents.follow("tail_stop.*", before)) {
      List<Told> seen = events.upTo(TailEvents.executed());
      assertThat(TailEvents.changes(seen)).hasSize(1);
    }
  }

  /** Runs the statements in one session; the tail must fail and have told no change. */
  private static org.assertj.core.api.AbstractThrowableAssert<?, ? extends Throwable> refuses(
      String subject, String... statements) throws Exception {
    GtidSet before = TailEvents.executed();
    SourceServer.execute(statements);
    try (TailEvents events = TailEvents.follow("tail_stop.*", before)) {
      List<Told> seen = events.upTo(Failed.class);
      assertThat(TailEvents.changes(seen)).isEmpty();
      return assertThat(((Failed) seen.get(seen.size() - 1)).cause())
          .isInstanceOf(ConnectException.class)
          .isNotInstanceOf(RetriableException.class)
          .hasMessageContaining(subject)
          .hasMessageMatching("(?s).*at [\\w.-]+\\.\\d{6}:\\d+ in transaction [0-9a-f-]{36}:\\d+.*")
          .hasMessageContaining("new snapshot");
    }
  }
}
