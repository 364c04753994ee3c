package io.wherry.verify;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One database on both servers, a ledger that says what a test wants, and the command to try. */
final class World {
  private static final String LEDGER =
      """
      CREATE DATABASE IF NOT EXISTS wherry;
      DROP TABLE IF EXISTS wherry.ledger;
      CREATE TABLE wherry.ledger (
        connector VARCHAR(249) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
        topic VARCHAR(249) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        kafka_partition INT NOT NULL,
        source_database VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
        source_table VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
        target_database VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
        target_table VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
        next_offset BIGINT NOT NULL DEFAULT 0, applied_ahead LONGTEXT, run VARCHAR(64), number BIGINT,
        generation BIGINT, gtid_set LONGTEXT CHARACTER SET ascii, binlog_file VARCHAR(255),
        binlog_offset BIGINT, partial_gtid VARCHAR(128) NULL, partial_sequence BIGINT,
        snapshot_done TINYINT(1), epoch BIGINT, connection_ids TEXT, intent LONGTEXT NULL,
        rows_applied BIGINT, source_time_ms BIGINT, last_error TEXT NULL,
        updated_at TIMESTAMP(6) NULL,
        PRIMARY KEY (connector, topic, kafka_partition));
      """;

  final MySqlPair servers = MySqlPair.INSTANCE;
  final String database;
  private final Path folder;
  private String sinkKeys = "";
  private String sourceKeys = "";

  World(String database, Path folder) throws SQLException {
    this.database = database;
    this.folder = folder;
    both("DROP DATABASE IF EXISTS " + database + ";\nCREATE DATABASE " + database);
    target(LEDGER);
  }

  /** More keys for the sink's file, as JSON members. */
  World sinkKeys(String members) {
    sinkKeys = members;
    return this;
  }

  /** More keys for the source's file, as JSON members. */
  World sourceKeys(String members) {
    sourceKeys = members;
    return this;
  }

  World both(String script) throws SQLException {
    source(script);
    return target(script);
  }

  World source(String script) throws SQLException {
    MySqlPair.run(servers.source(), inDatabase(servers.source(), script));
    return this;
  }

  World target(String script) throws SQLException {
    MySqlPair.run(servers.target(), inDatabase(servers.target(), script));
    return this;
  }

  private String[] inDatabase(Object server, String script) {
    return script.contains("CREATE DATABASE " + database) || script == LEDGER
        ? new String[] {script}
        : new String[] {"USE " + database, script};
  }

  /** A position that no test of ours gets past. */
  String everything() throws SQLException {
    return MySqlPair.value(servers.source(), "SELECT @@server_uuid") + ":1-1000000000";
  }

  /** Puts lanes into the ledger that hold every change there can be. */
  World lanes(String... tables) throws SQLException {
    for (String table : tables) {
      lane(table, database, table, "'" + everything() + "', 1, NULL");
    }
    return this;
  }

  /** Puts a lane into the ledger: {@code gtid_set, snapshot_done, last_error}. */
  World lane(String table, String targetDatabase, String targetTable, String state)
      throws SQLException {
    return target(
        "INSERT INTO wherry.ledger (connector, topic, kafka_partition, source_database,"
            + " source_table, target_database, target_table, rows_applied, gtid_set, snapshot_done,"
            + " last_error) VALUES ('shop-sink', 'shop."
            + database
            + "."
            + table
            + "', 0, '"
            + database
            + "', '"
            + table
            + "', '"
            + targetDatabase
            + "', '"
            + targetTable
            + "', 0, "
            + state
            + ")");
  }

  Result compare(String... more) throws IOException {
    Path source = folder.resolve("source.json");
    Path sink = folder.resolve("sink.json");
    Files.writeString(
        source,
        "{\"name\": \"shop\", \"config\": {\"connection.host\": \"source\","
            + " \"connection.port\": \"3306\", \"connection.user\": \"root\","
            + " \"connection.password\": \"${env:SOURCE_SECRET}\", \"topic.prefix\": \"shop\""
            + (sourceKeys.isEmpty() ? ", \"tables\": \"" + database + ".*\"" : ", " + sourceKeys)
            + "}}");
    Files.writeString(
        sink,
        "{\"name\": \"shop-sink\", \"connection.host\": \"target\", \"connection.user\": \"root\","
            + " \"connection.password\": \"wrong\""
            + (sinkKeys.isEmpty() ? "" : ", " + sinkKeys)
            + "}");
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "compare",
                "--source",
                source.toString(),
                "--sink",
                sink.toString(),
                "--source-host",
                servers.source().host(),
                "--source-port",
                String.valueOf(servers.source().port()),
                "--target-host",
                servers.target().host(),
                "--target-port",
                String.valueOf(servers.target().port()),
                "--timeout",
                "2"));
    arguments.addAll(List.of(more));
    return run(
        Map.of("SOURCE_SECRET", "test", "WHERRY_TARGET_PASSWORD", "test"),
        arguments.toArray(String[]::new));
  }

  static Result run(Map<String, String> environment, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        VerifyCommand.run(
            environment,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            arguments);
    return new Result(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  record Result(int code, String out, String err) {
    String lastLine() {
      return out.lines().reduce("", (a, b) -> b);
    }
  }
}
