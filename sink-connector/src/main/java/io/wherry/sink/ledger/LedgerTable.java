package io.wherry.sink.ledger;

import io.wherry.common.model.GtidSet;
import io.wherry.common.model.Position;
import io.wherry.common.model.TableId;
import io.wherry.common.wire.Span;
import io.wherry.common.wire.Stamp;
import io.wherry.sink.sql.SinkSession;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.connect.errors.ConnectException;

/** The ledger's table: its definition, and one row of it to and from a {@link LedgerRow}. */
final class LedgerTable {
  static final String KEY = " WHERE connector = ? AND topic = ? AND kafka_partition = ?";

  /** The columns that move with the rows, in the order {@link #bind} sets them. */
  static final String ASSIGNMENTS =
      "source_database = ?, source_table = ?, target_database = ?, target_table = ?,"
          + " next_offset = ?, run = ?, number = ?, generation = ?, gtid_set = ?, binlog_file = ?,"
          + " binlog_offset = ?, partial_gtid = ?, partial_sequence = ?, snapshot_done = ?,"
          + " intent = ?, rows_applied = ?, source_time_ms = ?, last_error = NULL,"
          + " updated_at = NOW(6)";

  private static final String DEFINITION =
      """
       (
        connector VARCHAR(249) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
        topic VARCHAR(249) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        kafka_partition INT NOT NULL,
        source_database VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
        source_table VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
        target_database VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
        target_table VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
        next_offset BIGINT NOT NULL,
        applied_ahead LONGTEXT CHARACTER SET ascii NOT NULL,
        run VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        number BIGINT NOT NULL,
        generation BIGINT NOT NULL,
        gtid_set LONGTEXT CHARACTER SET ascii NOT NULL,
        binlog_file VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
        binlog_offset BIGINT NOT NULL,
        partial_gtid VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NULL,
        partial_sequence BIGINT NOT NULL,
        snapshot_done TINYINT(1) NOT NULL,
        epoch BIGINT NOT NULL,
        connection_ids TEXT CHARACTER SET ascii NOT NULL,
        intent LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
        rows_applied BIGINT NOT NULL,
        source_time_ms BIGINT NOT NULL,
        last_error TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
        updated_at TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
        PRIMARY KEY (connector, topic, kafka_partition)
      ) ENGINE = InnoDB""";

  private final TableId id;

  LedgerTable(String database) {
    this.id = new TableId(database, "ledger");
  }

  String quoted() {
    return SinkSession.text(id.quoted());
  }

  void create(Connection connection) throws SQLException {
    String database = SinkSession.text(TableId.quote(id.database()));
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("CREATE DATABASE IF NOT EXISTS " + database);
      statement.executeUpdate("CREATE TABLE IF NOT EXISTS " + quoted() + DEFINITION);
    }
  }

  /** Sets the key's parameters from {@code first} on. */
  static void bindKey(PreparedStatement statement, int first, LaneId lane) throws SQLException {
    statement.setString(first, SinkSession.text(lane.connector()));
    statement.setString(first + 1, lane.topic());
    statement.setInt(first + 2, lane.partition());
  }

  /** Sets the parameters of {@link #ASSIGNMENTS} and returns the next free index. */
  static int bind(PreparedStatement statement, LedgerRow row) throws SQLException {
    int at = bindTables(statement, row.tables());
    Progress p = row.progress();
    statement.setLong(at++, p.nextOffset());
    statement.setString(at++, p.stamp().run());
    statement.setLong(at++, p.stamp().number());
    statement.setLong(at++, p.stamp().generation());
    statement.setString(at++, p.gtids().toString());
    statement.setString(at++, SinkSession.text(p.reached().to().file()));
    statement.setLong(at++, p.reached().to().offset());
    statement.setString(at++, p.reached().partialGtid());
    statement.setLong(at++, p.reached().partialSequence());
    statement.setInt(at++, p.snapshotDone() ? 1 : 0);
    statement.setString(at++, row.intent().map(i -> SinkSession.text(i.text())).orElse(null));
    statement.setLong(at++, p.counts().rows());
    statement.setLong(at++, p.counts().sourceTimeMs());
    return at;
  }

  private static int bindTables(PreparedStatement statement, Optional<LedgerRow.Tables> tables)
      throws SQLException {
    List<String> names =
        tables
            .map(
                t ->
                    List.of(
                        t.source().database(),
                        t.source().table(),
                        t.target().database(),
                        t.target().table()))
            .orElse(List.of("", "", "", ""));
    int at = 1;
    for (String name : names) {
      statement.setString(at++, SinkSession.text(name));
    }
    return at;
  }

  static LedgerRow read(ResultSet row) throws SQLException {
    LaneId lane =
        new LaneId(
            row.getString("connector"), row.getString("topic"), row.getInt("kafka_partition"));
    String ahead = row.getString("applied_ahead");
    if (!ahead.isEmpty()) {
      throw new ConnectException(
          "the ledger row of " + lane + " lists offsets applied ahead: a newer release wrote it");
    }
    return new LedgerRow(
        lane,
        new LedgerRow.Owner(row.getLong("epoch"), ids(row.getString("connection_ids"))),
        tables(row),
        progress(row),
        Optional.ofNullable(row.getString("intent")).map(Intent::parse));
  }

  private static Progress progress(ResultSet row) throws SQLException {
    Position to =
        new Position(
            GtidSet.parse(row.getString("gtid_set")),
            row.getString("binlog_file"),
            row.getLong("binlog_offset"));
    return new Progress(
        row.getLong("next_offset"),
        new Stamp(row.getString("run"), row.getLong("number"), row.getLong("generation")),
        new Span(null, to, row.getString("partial_gtid"), row.getLong("partial_sequence")),
        row.getInt("snapshot_done") != 0,
        new Progress.Counts(row.getLong("rows_applied"), row.getLong("source_time_ms")));
  }

  private static Optional<LedgerRow.Tables> tables(ResultSet row) throws SQLException {
    String table = row.getString("target_table");
    return table.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new LedgerRow.Tables(
                new TableId(row.getString("source_database"), row.getString("source_table")),
                new TableId(row.getString("target_database"), table)));
  }

  static String text(Set<Long> ids) {
    return ids.stream().sorted().map(String::valueOf).collect(Collectors.joining(","));
  }

  private static Set<Long> ids(String text) {
    return Arrays.stream(text.split(","))
        .filter(id -> !id.isBlank())
        .map(Long::valueOf)
        .collect(Collectors.toSet());
  }
}
