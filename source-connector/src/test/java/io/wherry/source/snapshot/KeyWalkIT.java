package io.wherry.source.snapshot;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.wherry.common.model.Row;
import io.wherry.common.model.TableId;
import io.wherry.common.mysql.TableFilter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of key is walked completely, once and in the server's order, by index ranges. */
class KeyWalkIT {
  private static final int ROWS = 90;
  private static final TableId TABLE = new TableId("walk", "t{fn?}`ю");

  private final SourceSession session = new SourceSession(SourceServer.root());
  private final Catalog catalog = new Catalog(TableFilter.parse("walk.*", "", ""));

  @BeforeAll
  static void database() throws SQLException {
    SourceServer.execute("DROP DATABASE IF EXISTS walk", "CREATE DATABASE walk");
  }

  static List<KeyCase> keys() {
    return KeyCase.all();
  }

  @ParameterizedTest
  @MethodSource("keys")
  void walksOnceInServerOrder(KeyCase key) throws Exception {
    long seed = System.nanoTime();
    System.out.println(key.name() + ": seed " + seed);
    try (Connection connection = session.open()) {
      fill(connection, key, new Random(seed));
      TableInfo table = catalog.describe(connection, TABLE).orElseThrow();
      List<String> expected = numbers(connection, key);
      for (int size : new int[] {1, 2, 10}) {
        assertThat(walk(connection, table, size)).as("chunks of " + size).isEqualTo(expected);
      }
      assertRanged(connection, table, expected.size());
    }
  }

  private static void fill(Connection connection, KeyCase key, Random random) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setEscapeProcessing(false);
      statement.execute("DROP TABLE IF EXISTS " + TABLE.quoted());
      statement.execute(
          "CREATE TABLE %s (%s, no INT NOT NULL, %s)"
              .formatted(TABLE.quoted(), key.columns(), key.key()));
      for (int no = 0; no < ROWS; no++) {
        String values = key.values().apply(random);
        statement.execute(
            "INSERT IGNORE INTO %s VALUES (%s, %d)".formatted(TABLE.quoted(), values, no));
      }
    }
  }

  private static List<String> numbers(Connection connection, KeyCase key) throws SQLException {
    String sql = "SELECT no FROM %s ORDER BY %s".formatted(TABLE.quoted(), key.order());
    try (Statement statement = connection.createStatement()) {
      statement.setEscapeProcessing(false);
      List<String> numbers = new ArrayList<>();
      try (ResultSet rs = statement.executeQuery(sql)) {
        while (rs.next()) {
          numbers.add(rs.getString(1));
        }
      }
      return numbers;
    }
  }

  private List<String> walk(Connection connection, TableInfo table, int size) throws Exception {
    ChunkReader reader = new ChunkReader(session);
    List<String> numbers = new ArrayList<>();
    int column = table.columns().size() - 1;
    Row after = null;
    do {
      Row upTo = ChunkPlanner.next(connection, table, after, size);
      Chunk chunk = reader.read(connection, table, new Range(after, upTo), 1 << 20);
      if (upTo != null) {
        assertThat(chunk.rows()).hasSize(size);
        assertThat(chunk.rows().get(size - 1).pick(table.columns().key()).values())
            .isEqualTo(upTo.values());
      }
      chunk.rows().forEach(row -> numbers.add(new String(row.get(column), US_ASCII)));
      after = upTo;
    } while (after != null);
    return numbers;
  }

  private static void assertRanged(Connection connection, TableInfo table, int rows)
      throws Exception {
    Row low = ChunkPlanner.next(connection, table, null, rows / 3);
    Row high = ChunkPlanner.next(connection, table, low, rows / 3);
    String sql = SelectText.rows(table, new Range(low, high));
    try (Statement statement = connection.createStatement()) {
      statement.setEscapeProcessing(false);
      try (ResultSet rs = statement.executeQuery("EXPLAIN FORMAT=TRADITIONAL " + sql)) {
        assertThat(rs.next()).isTrue();
        boolean set = table.keyParts().get(0).column().kind().wireName().equals("set");
        assertThat(rs.getString("type")).as(sql).isEqualTo(set ? "index" : "range");
        assertThat(rs.getString("Extra")).as(sql).doesNotContain("filesort");
      }
    }
  }
}
