package io.wherry.source.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.wherry.common.model.Row;
import io.wherry.common.model.TableId;
import io.wherry.common.mysql.TableFilter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a chunk holds, between which marks, and how a read ends before its end. */
class ChunkReaderIT {
  private static final Range WHOLE = new Range(null, null);
  private static final long NO_BOUND = Long.MAX_VALUE;

  private final SourceSession session = new SourceSession(SourceServer.root());
  private final Catalog catalog = new Catalog(TableFilter.parse("chunk.*", "", ""));
  private final ChunkReader reader = new ChunkReader(session);

  @BeforeAll
  static void database() throws SQLException {
    SourceServer.execute("DROP DATABASE IF EXISTS chunk", "CREATE DATABASE chunk");
  }

  private TableInfo table(Connection connection, String name) throws SQLException {
    return catalog.describe(connection, new TableId("chunk", name)).orElseThrow();
  }

  private Chunk read(String table, Range range, long maxBytes) throws Exception {
    try (Connection connection = session.open()) {
      return reader.read(connection, table(connection, table), range, maxBytes);
    }
  }

  private static String text(Row row, int column) {
    return row.get(column) == null ? null : new String(row.get(column), UTF_8);
  }

  private static String hex(Row row, int column) {
    return HexFormat.of().withUpperCase().formatHex(row.get(column));
  }

  @Test
  void numbersAndTimesAreTheServersText() throws Exception {
    SourceServer.execute(
        """
        CREATE TABLE chunk.numbers (id INT PRIMARY KEY, z INT(6) ZEROFILL, dz DECIMAL(9,2) ZEROFILL,
          u BIGINT UNSIGNED, d DECIMAL(65,30), f FLOAT, r DOUBLE, fixed DOUBLE(12,3), b BIT(20),
          y YEAR, dt DATETIME(6), ts TIMESTAMP(3) NULL, t TIME(6), e ENUM('a','b'),
          s SET('x','y','z'), g INT AS (id + 1) VIRTUAL, gs INT AS (id + 2) STORED,
          hidden INT DEFAULT 7 INVISIBLE)""",
        "SET SESSION time_zone = '+02:00', sql_mode = 'ALLOW_INVALID_DATES'",
        "INSERT INTO chunk.numbers (id, z, dz, u, d, f, r, fixed, b, y, dt, ts, t, e, s) VALUES"
            + " (1, 42, 1.5, 18446744073709551615, -0.000000000000000000000000000001, 16777216,"
            + " -0e0, 1.5, 1048575, 0, '2024-00-10', '1970-01-01 00:00:01', '-837:59:59.000001',"
            + " 2, 5)",
        "INSERT INTO chunk.numbers (id, z, dz, f, r, e) VALUES (2, 0, 0, 0.1, 1e300, 'no such')");
    List<Row> rows = read("numbers", WHOLE, NO_BOUND).rows();
    List<String> first = new ArrayList<>();
    for (int i = 0; i < rows.get(0).size(); i++) {
      first.add(text(rows.get(0), i));
    }
    assertThat(first)
        .containsExactly(
            "1",
            "42",
            "1.50",
            "18446744073709551615",
            "-0.000000000000000000000000000001",
            "16777216",
            "-0",
            "1.5",
            "1048575",
            "0000",
            "2024-00-10 00:00:00.000000",
            "0000-00-00 00:00:00.000",
            "-837:59:59.000001",
            "2",
            "5",
            "2",
            "3",
            "7");
    assertThat(text(rows.get(1), 1)).isEqualTo("0");
    assertThat(text(rows.get(1), 2)).isEqualTo("0.00");
    assertThat(text(rows.get(1), 5)).isEqualTo("0.10000000149011612");
    assertThat(text(rows.get(1), 6)).isEqualTo("1e300");
    assertThat(text(rows.get(1), 13)).isEqualTo("0");
    assertThat(rows.get(1).get(9)).isNull();
  }

  @Test
  void textAndBinaryAreTheStoredBytes() throws Exception {
    SourceServer.execute(
        """
        CREATE TABLE chunk.bytes (id INT PRIMARY KEY, l CHAR(5) CHARACTER SET latin1,
          g VARCHAR(5) CHARACTER SET gbk, j VARCHAR(5) CHARACTER SET sjis,
          w VARCHAR(5) CHARACTER SET utf16, u TEXT, bin BINARY(4), vb VARBINARY(4), bl BLOB,
          doc JSON, p POINT SRID 4326, v VECTOR(2))""",
        "INSERT INTO chunk.bytes VALUES (1, _latin1 X'8081FF', _gbk X'D6D0', _sjis X'815F',"
            + " _utf16 X'0061D83DDE25', '😥', X'61', X'6100', X'00FF',"
            + " '{\"b\": [1, 1.0], \"a\": \"😥\"}',"
            + " ST_GeomFromText('POINT(52.37 4.89)', 4326), X'0000803F01000000')");
    Row row = read("bytes", WHOLE, NO_BOUND).rows().get(0);
    assertThat(hex(row, 1)).isEqualTo("8081FF");
    assertThat(hex(row, 2)).isEqualTo("D6D0");
    assertThat(hex(row, 3)).isEqualTo("815F");
    assertThat(hex(row, 4)).isEqualTo("0061D83DDE25");
    assertThat(text(row, 5)).isEqualTo("😥");
    assertThat(hex(row, 6)).isEqualTo("61000000");
    assertThat(hex(row, 7)).isEqualTo("6100");
    assertThat(hex(row, 8)).isEqualTo("00FF");
    assertThat(text(row, 9)).isEqualTo("{\"a\": \"😥\", \"b\": [1, 1.0]}");
    assertThat(hex(row, 10)).startsWith("E610000001010000008FC2F5285C8F1340");
    assertThat(hex(row, 11)).isEqualTo("0000803F01000000");
  }

  @Test
  void globalSettingsOfTheSourceDoNotMatter() throws Exception {
    SourceServer.execute(
        "CREATE TABLE chunk.globals (id INT PRIMARY KEY, c CHAR(4), ts TIMESTAMP)",
        "INSERT INTO chunk.globals VALUES (1, 'a', '2024-01-01 00:00:00'), (2, 'b', NULL),"
            + " (3, 'c', NULL), (4, 'd', NULL)");
    try (Connection writer = SourceServer.root().connect();
        Statement statement = writer.createStatement()) {
      writer.setAutoCommit(false);
      statement.execute("UPDATE chunk.globals SET c = 'no' WHERE id = 2");
      SourceServer.execute(
          "SET GLOBAL transaction_isolation = 'READ-UNCOMMITTED', GLOBAL sql_select_limit = 2,"
              + " GLOBAL max_execution_time = 1, GLOBAL time_zone = '-07:00', GLOBAL autocommit = 0,"
              + " GLOBAL sql_mode = 'ANSI_QUOTES,PAD_CHAR_TO_FULL_LENGTH,NO_BACKSLASH_ESCAPES',"
              + " GLOBAL max_join_size = 1, GLOBAL range_optimizer_max_mem_size = 1");
      Chunk chunk = read("globals", WHOLE, NO_BOUND);
      assertThat(chunk.rows().stream().map(r -> text(r, 1))).containsExactly("a", "b", "c", "d");
      assertThat(text(chunk.rows().get(0), 2)).isEqualTo("2024-01-01 00:00:00");
      writer.rollback();
    } finally {
      SourceServer.execute(
          "SET GLOBAL transaction_isolation = DEFAULT, GLOBAL sql_select_limit = DEFAULT,"
              + " GLOBAL max_execution_time = DEFAULT, GLOBAL time_zone = DEFAULT,"
              + " GLOBAL autocommit = DEFAULT, GLOBAL sql_mode = DEFAULT,"
              + " GLOBAL max_join_size = DEFAULT, GLOBAL range_optimizer_max_mem_size = DEFAULT");
    }
  }

  @Test
  void marksEncloseTheRead() throws Exception {
    SourceServer.execute("CREATE TABLE chunk.marks (id INT PRIMARY KEY)");
    SourceServer.execute("INSERT INTO chunk.marks VALUES (1), (2)");
    try (Connection connection = session.open()) {
      Chunk chunk = reader.read(connection, table(connection, "marks"), WHOLE, NO_BOUND);
      assertThat(chunk.range()).isSameAs(WHOLE);
      assertThat(chunk.low()).isEqualTo(SourceLog.gtidExecuted(connection));
      LogEnd end = SourceLog.binlogEnd(connection);
      assertThat(chunk.highFile()).isEqualTo(end.file());
      assertThat(chunk.highOffset()).isEqualTo(end.offset());
      assertThat(chunk.serverUuid()).isEqualTo(SourceLog.serverUuid(connection));
    }
  }

  private static void fillLarge(String table, int rows, int bytes) throws SQLException {
    SourceServer.execute(
        "SET SESSION cte_max_recursion_depth = 1000000",
        "CREATE TABLE chunk." + table + " (id INT PRIMARY KEY, filler LONGTEXT)",
        "INSERT INTO chunk.%s SELECT n, REPEAT('x', %d) FROM (WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < %d) SELECT n FROM s) q"
            .formatted(table, bytes, rows));
  }

  @Test
  void stopsAtItsByteBoundWithoutReadingTheRest() throws Exception {
    fillLarge("large", 300, 1_000_000);
    try (Connection connection = session.open()) {
      TableInfo table = table(connection, "large");
      long before = bytesSent(connection);
      Chunk chunk = reader.read(connection, table, WHOLE, 5_500_000);
      assertThat(chunk.rows()).hasSize(6);
      assertThat(text(chunk.range().upTo(), 0)).isEqualTo("6");
      assertThat(bytesSent(connection) - before).isLessThan(60_000_000);
      Chunk next = reader.read(connection, table, new Range(chunk.range().upTo(), null), 1);
      assertThat(next.rows()).hasSize(1);
      assertThat(text(next.rows().get(0), 0)).isEqualTo("7");
    }
  }

  private static long bytesSent(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rs = statement.executeQuery("SHOW SESSION STATUS LIKE 'Bytes_sent'")) {
      rs.next();
      return rs.getLong(2);
    }
  }

  @Test
  void rowsMayBeLargerThanThePacketBoundOfTheServer() throws Exception {
    SourceServer.execute(
        "CREATE TABLE chunk.wide (id INT PRIMARY KEY, a LONGBLOB, b LONGBLOB)",
        "SET GLOBAL max_allowed_packet = 67108864");
    SourceServer.execute(
        "INSERT INTO chunk.wide VALUES (1, REPEAT('a', 20000000), REPEAT('b', 20000000)),"
            + " (2, 'x', REPEAT('y', 900000))",
        "SET GLOBAL max_allowed_packet = 1048576");
    try {
      Chunk chunk = read("wide", WHOLE, NO_BOUND);
      assertThat(chunk.rows().get(0).get(1)).hasSize(20_000_000).endsWith('a', 'a');
      assertThat(chunk.rows().get(0).get(2)).hasSize(20_000_000).startsWith('b', 'b');
      assertThat(chunk.rows().get(1).get(2)).hasSize(900_000);
    } finally {
      SourceServer.execute("SET GLOBAL max_allowed_packet = DEFAULT");
    }
  }

  private static CompletableFuture<Row> blockedRead(HikariDataSource pool) {
    CompletableFuture<Row> read = new CompletableFuture<>();
    Runnable reading =
        () -> {
          try (Connection connection = pool.getConnection();
              RowStream rows = RowStream.open(connection, "SELECT SLEEP(120)")) {
            read.complete(rows.next());
          } catch (SQLException | InterruptedException e) {
            read.completeExceptionally(e);
          }
        };
    new Thread(reading).start();
    return read;
  }

  @Test
  void closingThePoolEndsABlockedRead() throws Exception {
    HikariDataSource pool = SourcePool.open(session, 2);
    CompletableFuture<Row> read = blockedRead(pool);
    Awaitility.await().until(() -> pool.getHikariPoolMXBean().getActiveConnections() == 1);
    Thread.sleep(300);
    pool.close();
    Awaitility.await().atMost(Duration.ofSeconds(5)).until(read::isDone);
    assertThatThrownBy(read::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(SQLException.class);
  }

  @Test
  void anInterruptEndsARead() throws Exception {
    SourceServer.execute("CREATE TABLE chunk.few (id INT PRIMARY KEY)");
    SourceServer.execute("INSERT INTO chunk.few VALUES (1), (2)");
    try (Connection connection = session.open()) {
      TableInfo table = table(connection, "few");
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> reader.read(connection, table, WHOLE, NO_BOUND))
          .isInstanceOf(InterruptedException.class);
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
  }
}
