package io.wherry.source.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wherry.common.model.GtidSet;
import io.wherry.common.model.TableId;
import io.wherry.common.mysql.TableFilter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The pinned view is exact, and the source's writers hardly notice how it is taken. */
class KeylessViewIT {
  /** Generous against a busy machine; without the bounds writers wait as long as the slowest. */
  private static final long LONGEST_WAIT_MS = 2000;

  private static final TableId A = new TableId("keyless", "a");
  private static final TableId B = new TableId("keyless", "b?`{x}");
  private static final String[] INSERTS = {
    "INSERT INTO " + A.quoted() + " VALUES (1, 'x')", "INSERT INTO " + B.quoted() + " VALUES (1)"
  };

  private final SourceSession session = new SourceSession(SourceServer.root());
  private final Catalog catalog = new Catalog(TableFilter.parse("keyless.*", "", ""));
  private final Writers writers = new Writers(SourceServer.root());

  @BeforeEach
  void tables() throws SQLException {
    SourceServer.execute(
        "DROP DATABASE IF EXISTS keyless",
        "CREATE DATABASE keyless",
        "CREATE TABLE " + A.quoted() + " (n INT, c CHAR(5) NOT NULL)",
        "CREATE TABLE " + B.quoted() + " (n INT)");
  }

  @AfterEach
  void stopWriters() {
    writers.close();
  }

  private long rows(KeylessView view, TableId id) throws Exception {
    try (Connection connection = session.open()) {
      TableInfo table = catalog.describe(connection, id).orElseThrow();
      assertThat(table.keyIndex()).isNull();
      long[] count = {0};
      view.read(table, 1000, rows -> count[0] += rows.size());
      return count[0];
    }
  }

  private static long transactions(GtidSet set) {
    String text = set.toString();
    return Long.parseLong(text.substring(text.lastIndexOf('-') + 1));
  }

  private GtidSet executed() throws SQLException {
    try (Connection connection = session.open()) {
      return SourceLog.gtidExecuted(connection);
    }
  }

  @Test
  void showsExactlyTheTransactionsOfItsPosition() throws Exception {
    GtidSet before = executed();
    writers.start(INSERTS);
    writers.start(INSERTS);
    writers.start(INSERTS);
    for (int round = 0; round < 5; round++) {
      Thread.sleep(300);
      try (KeylessView view = KeylessView.open(session, List.of(A, B))) {
        Thread.sleep(100);
        long expected = transactions(view.position().gtids()) - transactions(before);
        assertThat(rows(view, A) + rows(view, B)).isEqualTo(expected).isPositive();
        assertThat(executed()).isNotEqualTo(view.position().gtids());
      }
    }
    assertThat(writers.longestMs()).isLessThan(LONGEST_WAIT_MS);
  }

  @Test
  void aLongSelectDelaysNoWriter() throws Exception {
    SourceServer.execute(INSERTS);
    try (Connection other = session.open()) {
      CompletableFuture<Void> select =
          CompletableFuture.runAsync(() -> run(other, "SELECT SLEEP(30) FROM " + A.quoted()));
      writers.start(INSERTS);
      awaitStatement("SLEEP(30)");
      try (KeylessView view = KeylessView.open(session, List.of(A, B))) {
        assertThat(rows(view, A)).isPositive();
        assertThat(select).isNotDone();
      }
      Thread.sleep(500);
      endStatements("SLEEP(30)");
      assertThatThrownBy(select::join).hasCauseInstanceOf(SQLException.class);
    }
    assertThat(writers.longestMs()).isLessThan(LONGEST_WAIT_MS);
  }

  @Test
  void anOpenTransactionDelaysTheViewAndNoOtherWriter() throws Exception {
    writers.start(INSERTS[0]);
    try (Connection open = session.open();
        Statement statement = open.createStatement()) {
      open.setAutoCommit(false);
      statement.execute(INSERTS[1]);
      CompletableFuture<KeylessView> opening = CompletableFuture.supplyAsync(() -> open(A, B));
      Thread.sleep(6000);
      assertThat(opening).isNotDone();
      open.commit();
      try (KeylessView view = opening.join()) {
        assertThat(rows(view, B)).isEqualTo(1);
      }
    }
    assertThat(writers.longestMs()).isLessThan(LONGEST_WAIT_MS);
  }

  @Test
  @Timeout(180)
  void transactionsThatAlwaysOverlapDoNotStarveIt() throws Exception {
    for (int i = 0; i < 8; i++) {
      writers.startSlow(INSERTS[0]);
    }
    Thread.sleep(500);
    try (KeylessView view = KeylessView.open(session, List.of(A))) {
      assertThat(rows(view, A)).isPositive();
    }
    assertThat(writers.longestMs()).isLessThan(LONGEST_WAIT_MS);
  }

  @Test
  void endsOnInterruptAndOnClose() throws Exception {
    try (Connection open = session.open();
        Statement statement = open.createStatement()) {
      open.setAutoCommit(false);
      statement.execute(INSERTS[0]);
      CompletableFuture<KeylessView> opening = new CompletableFuture<>();
      Thread thread =
          new Thread(
              () -> {
                try {
                  opening.complete(KeylessView.open(session, List.of(A)));
                } catch (SQLException | InterruptedException e) {
                  opening.completeExceptionally(e);
                }
              });
      thread.start();
      Thread.sleep(500);
      thread.interrupt();
      assertThatThrownBy(opening::join)
          .isInstanceOf(CompletionException.class)
          .hasCauseInstanceOf(InterruptedException.class);
    }
    KeylessView view = KeylessView.open(session, List.of(A));
    view.close();
    assertThatThrownBy(() -> rows(view, A)).isInstanceOf(SQLException.class);
  }

  @Test
  void aConsumerThatFailsEndsTheRead() throws Exception {
    SourceServer.execute(INSERTS[0], INSERTS[0], INSERTS[0]);
    try (KeylessView view = KeylessView.open(session, List.of(A));
        Connection connection = session.open()) {
      TableInfo table = catalog.describe(connection, A).orElseThrow();
      List<Integer> sizes = new ArrayList<>();
      assertThatThrownBy(
              () ->
                  view.read(
                      table,
                      1,
                      rows -> {
                        sizes.add(rows.size());
                        throw new InterruptedException("stop");
                      }))
          .isInstanceOf(InterruptedException.class);
      assertThat(sizes).containsExactly(1);
    }
  }

  private KeylessView open(TableId... tables) {
    try {
      return KeylessView.open(session, List.of(tables));
    } catch (SQLException | InterruptedException e) {
      throw new CompletionException(e);
    }
  }

  private static void run(Connection connection, String sql) {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new CompletionException(e);
    }
  }

  private void awaitStatement(String part) {
    Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> !running(part).isEmpty());
  }

  private void endStatements(String part) throws SQLException {
    for (long id : running(part)) {
      SourceServer.execute("KILL " + id);
    }
  }

  private List<Long> running(String part) throws SQLException {
    String sql =
        "SELECT ID FROM performance_schema.processlist WHERE ID <> CONNECTION_ID() AND INFO LIKE '%";
    try (Connection connection = session.open();
        Statement statement = connection.createStatement();
        ResultSet rs = statement.executeQuery(sql + part + "%'")) {
      List<Long> ids = new ArrayList<>();
      while (rs.next()) {
        ids.add(rs.getLong(1));
      }
      return ids;
    }
  }
}
