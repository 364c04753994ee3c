package io.wherry.source.tail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wherry.common.model.Columns;
import io.wherry.common.model.GtidSet;
import io.wherry.common.model.Position;
import io.wherry.common.model.TableId;
import io.wherry.common.mysql.TableFilter;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events that a server writes only rarely. */
class LogReaderTest {
  private static final String UUID = "00010203-0405-0607-0809-0a0b0c0d0e0f";
  private static final GtidSet START = GtidSet.parse(UUID + ":1-4");

  private final List<String> told = new ArrayList<>();
  private LogReader reader;
  private long end = 4;

  private final TailListener listener =
      new TailListener() {
        @Override
        public void begin(String gtid, long commitTimeMs) {
          told.add("begin " + gtid + " " + commitTimeMs);
        }

        @Override
        public void change(TableId table, Columns columns, Change change) {
          told.add("change " + table);
        }

        @Override
        public void statement(Statement statement) {
          told.add("statement " + statement.parsed().verb());
        }

        @Override
        public void commit(Position at) {
          told.add("commit " + at);
        }

        @Override
        public void idle(Position at) {
          told.add("idle " + at);
        }

        @Override
        public void failed(RuntimeException cause) {
          throw new AssertionError(cause);
        }
      };

  @BeforeEach
  void rotate() throws InterruptedException {
    ServerFacts facts =
        new ServerFacts(
            UUID,
            Map.of(255, "utf8mb4_0900_ai_ci"),
            Map.of(255, "utf8mb4"),
            ServerFacts.NameCase.EXACT);
    reader = new LogReader(TableFilter.parse("a.*", "", ""), facts, START, listener);
    reader.rotate("log.000007");
    told.clear();
  }

  @Test
  void countsOffsetsBeyondFourGigabytes() throws InterruptedException {
    gtid(5);
    end = 4_294_967_000L;
    query("", "BEGIN");
    end = 5_000_000_000L;
    event(LogEventType.XID, new byte[8]);
    event(LogEventType.HEARTBEAT, new byte[0]);
    assertThat(told)
        .contains(
            "commit log.000007:5000000100 (" + UUID + ":1-5)",
            "idle log.000007:5000000200 (" + UUID + ":1-5)");
  }

  @Test
  void neverGoesBack() throws InterruptedException {
    end = 5000;
    event(LogEventType.HEARTBEAT, new byte[0]);
    end = 3000;
    event(LogEventType.HEARTBEAT, new byte[0]);
    assertThat(told).containsOnly("idle log.000007:5100 (" + UUID + ":1-4)");
  }

  @Test
  void isNotIdleInsideATransaction() throws InterruptedException {
    gtid(5);
    query("", "BEGIN");
    event(LogEventType.HEARTBEAT, new byte[0]);
    assertThat(told).containsExactly("begin " + UUID + ":5 1700000000123");
  }

  @Test
  void harmlessStatementsInsideATransactionEndNothing() throws InterruptedException {
    gtid(5);
    query("a", "BEGIN");
    query("a", "SAVEPOINT `s`");
    query("a", "ROLLBACK TO `s`");
    query("a", "RELEASE SAVEPOINT `s`");
    assertThat(told).hasSize(1);
    query("a", "COMMIT");
    assertThat(told).hasSize(2);
  }

  @Test
  void aRollbackWithoutRowsIsATransactionLikeOthers() throws InterruptedException {
    gtid(5);
    query("a", "BEGIN");
    query("a", "ROLLBACK");
    assertThat(told).last().asString().startsWith("commit ").endsWith(":1-5)");
  }

  @Test
  void rowsRolledBackAfterTheyWereLoggedStop() throws InterruptedException {
    gtid(5);
    query("a", "BEGIN");
    tableMap("a", "t");
    event(LogEventType.WRITE_ROWS, writeRow());
    assertThat(told).last().isEqualTo("change a.t");
    refuses(() -> query("a", "ROLLBACK TO `s`"), "InnoDB");
  }

  @Test
  void eventsThatMayBeIgnoredAreIgnored() throws InterruptedException {
    reader.read(new LogEvent(99, 0x80, 1, 100, 104, new byte[0], 0));
    event(LogEventType.PREVIOUS_GTIDS, new byte[8]);
    event(LogEventType.ROWS_QUERY, new byte[8]);
    assertThat(told).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {6, 12, 17, 20, 21, 22, 43, 99, 160})
  void unknownEventsStop(int type) {
    refuses(() -> event(type, new byte[10]), "type " + type);
  }

  @Test
  void incidentsStop() {
    refuses(() -> event(LogEventType.INCIDENT, new byte[2]), "incident");
  }

  @Test
  void transactionsWithoutGtidStop() {
    refuses(() -> event(LogEventType.ANONYMOUS_GTID, new byte[42]), "gtid_mode=ON");
  }

  @Test
  void aTransactionWithoutEndStops() throws InterruptedException {
    gtid(5);
    refuses(() -> gtid(6), UUID + ":5");
    assertThatThrownBy(() -> reader.rotate("log.000008"))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("the log file ends");
  }

  @Test
  void rowsOfATableThatWasNotDescribedStop() throws InterruptedException {
    gtid(5);
    query("a", "BEGIN");
    refuses(() -> event(LogEventType.WRITE_ROWS, writeRow()), "table number 1");
  }

  @Test
  void damagedEventsStop() throws InterruptedException {
    gtid(5);
    query("a", "BEGIN");
    byte[] cutOff = {1, 0, 0, 0, 0, 0, 0, 0, 1, 'a', 0, 9, 't'};
    refuses(() -> event(LogEventType.TABLE_MAP, cutOff), "cannot be read");
  }

  @Test
  void loadDataLoggedAsAStatementStops() throws InterruptedException {
    gtid(5);
    query("a", "BEGIN");
    byte[] body = queryBody("a", "LOAD DATA INFILE 'x' INTO TABLE t", new byte[13]);
    refuses(() -> event(LogEventType.EXECUTE_LOAD_QUERY, body), "in database a");
  }

  @Test
  void anUnpackedTransactionEndsWhereThePackedOneDoes() throws InterruptedException {
    gtid(5);
    ByteArrayOutputStream events = new ByteArrayOutputStream();
    events.writeBytes(packed(LogEventType.QUERY, queryBody("", "BEGIN", new byte[0])));
    events.writeBytes(packed(LogEventType.XID, new byte[8]));
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(new byte[] {2, 3, (byte) 252, (byte) 255, 0, 1, 1, (byte) events.size(), 0});
    body.writeBytes(events.toByteArray());
    event(LogEventType.TRANSACTION_PAYLOAD, body.toByteArray());
    assertThat(told).last().isEqualTo("commit log.000007:" + end + " (" + UUID + ":1-5)");
  }

  private interface Step {
    void run() throws InterruptedException;
  }

  private static void refuses(Step step, String word) {
    assertThatThrownBy(step::run)
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("log.000007:")
        .hasMessageContaining(word);
  }

  private void gtid(int number) throws InterruptedException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.write(1);
    for (int i = 0; i < 16; i++) {
      body.write(i);
    }
    little(body, number, 8);
    body.write(2);
    little(body, 0, 16);
    little(body, 1_700_000_000_123_456L, 7);
    event(LogEventType.GTID, body.toByteArray());
  }

  private void query(String database, String sql) throws InterruptedException {
    event(LogEventType.QUERY, queryBody(database, sql, new byte[0]));
  }

  private static byte[] queryBody(String database, String sql, byte[] more) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    little(body, 0, 8);
    body.write(database.length());
    little(body, 0, 4);
    body.writeBytes(more);
    body.writeBytes(database.getBytes(StandardCharsets.UTF_8));
    body.write(0);
    body.writeBytes(sql.getBytes(StandardCharsets.UTF_8));
    return body.toByteArray();
  }

  private void tableMap(String database, String table) throws InterruptedException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    little(body, 1, 8);
    body.write(database.length());
    body.writeBytes((database + "\0").getBytes(StandardCharsets.UTF_8));
    body.write(table.length());
    body.writeBytes((table + "\0").getBytes(StandardCharsets.UTF_8));
    body.writeBytes(new byte[] {1, ColumnTypes.LONG, 0, 0, 4, 3, 2, 'i', 'd'});
    event(LogEventType.TABLE_MAP, body.toByteArray());
  }

  private static byte[] writeRow() {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    little(body, 1, 6);
    little(body, 0, 2);
    little(body, 2, 2);
    body.writeBytes(new byte[] {1, 1, 0, 7, 0, 0, 0});
    return body.toByteArray();
  }

  private static byte[] packed(int type, byte[] body) {
    ByteArrayOutputStream event = new ByteArrayOutputStream();
    little(event, 1, 4);
    event.write(type);
    little(event, 1, 4);
    little(event, EventFramer.HEADER + body.length, 4);
    little(event, 0, 6);
    event.writeBytes(body);
    return event.toByteArray();
  }

  private void event(int type, byte[] body) throws InterruptedException {
    end += 100;
    reader.read(new LogEvent(type, 0, 1, 100, end & 0xFFFFFFFFL, body, body.length));
  }

  private static void little(ByteArrayOutputStream out, long value, int bytes) {
    for (int i = 0; i < bytes; i++) {
      out.write(i < 8 ? (int) (value >>> 8 * i) : 0);
    }
  }
}
