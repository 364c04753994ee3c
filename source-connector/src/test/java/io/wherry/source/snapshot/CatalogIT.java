package io.wherry.source.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import com.github.shyiko.mysql.binlog.event.TableMapEventData;
import com.github.shyiko.mysql.binlog.event.TableMapEventMetadata;
import io.wherry.common.model.Column;
import io.wherry.common.model.Row;
import io.wherry.common.model.TableId;
import io.wherry.common.model.ValueKind;
import io.wherry.common.mysql.ServerAddress;
import io.wherry.common.mysql.TableFilter;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the catalog tells of a table is what the server's log tells of it. */
class CatalogIT {
  private static final List<String> KEYS =
      List.of(
          "a INT, b INT",
          "a INT NOT NULL, b INT NOT NULL, PRIMARY KEY (b, a)",
          "a INT NOT NULL, b INT NOT NULL, UNIQUE KEY z (b), UNIQUE KEY a (a)",
          "b INT NOT NULL, a INT NOT NULL, UNIQUE KEY (a), UNIQUE KEY (b)",
          "a INT, b INT NOT NULL, UNIQUE KEY a (a), UNIQUE KEY ab (a, b), UNIQUE KEY z (b)",
          "a INT NULL, b INT NULL, UNIQUE KEY (a)",
          "a INT NOT NULL, b INT NOT NULL, UNIQUE KEY x ((a + 1)), UNIQUE KEY y (b, a)",
          "a INT NOT NULL, b INT NOT NULL, UNIQUE KEY x (a, (b + 1))",
          "a INT NOT NULL, b INT NOT NULL, UNIQUE KEY x (a), UNIQUE KEY c (b) INVISIBLE",
          "a INT NOT NULL, b VARCHAR(20) NOT NULL, UNIQUE KEY p (b(5)), UNIQUE KEY q (a)",
          "a INT NOT NULL, b VARCHAR(20) NOT NULL, UNIQUE KEY p (b(5))",
          "a INT NOT NULL, b VARCHAR(20) NOT NULL, PRIMARY KEY (a, b(5))",
          "a INT NOT NULL, b TEXT NOT NULL, PRIMARY KEY (b(10)), UNIQUE KEY (a)",
          "a INT NOT NULL, b INT NOT NULL, UNIQUE KEY (a DESC, b)",
          "a INT, g INT AS (IFNULL(a, 0)) VIRTUAL NOT NULL, UNIQUE KEY (g)",
          "a INT, g INT AS (IFNULL(a, 0)) STORED NOT NULL, UNIQUE KEY (g)",
          "a INT NOT NULL, b INT NOT NULL INVISIBLE DEFAULT 4, UNIQUE KEY (b, a)",
          "a INT NOT NULL, b INT NOT NULL, UNIQUE KEY (b) USING HASH, FULLTEXT KEY (c), c TEXT");

  private final SourceSession session = new SourceSession(SourceServer.root());

  @BeforeEach
  void database() throws SQLException {
    SourceServer.execute("DROP DATABASE IF EXISTS cat", "CREATE DATABASE cat");
  }

  private static Catalog catalog(String excludedColumns) {
    return new Catalog(TableFilter.parse("cat.*", "cat.skip", excludedColumns));
  }

  @Test
  void namesTheKeyThatTheLogNames() throws Exception {
    try (Connection connection = session.open()) {
      LogEnd start = SourceLog.binlogEnd(connection);
      for (int i = 0; i < KEYS.size(); i++) {
        SourceServer.execute("CREATE TABLE cat.t%d (%s)".formatted(i, KEYS.get(i)), insert(i));
      }
      SourceServer.execute(
          "SET SESSION sql_generate_invisible_primary_key = ON",
          "CREATE TABLE cat.gipk (a INT)",
          "INSERT INTO cat.gipk VALUES (1)");
      Map<String, List<String>> logged = loggedKeys(start, KEYS.size() + 1);
      for (TableInfo table : catalog("").describe(connection, catalog("").tables(connection))) {
        assertThat(key(table)).as(table.definition()).isEqualTo(logged.get(table.id().table()));
      }
    }
  }

  private static String insert(int table) {
    boolean needsB = KEYS.get(table).matches(".*\\bb (INT|VARCHAR.20.|TEXT) NOT NULL(,.*|$)");
    return "INSERT INTO cat.t" + table + (needsB ? " (a, b) VALUES (1, 1)" : " (a) VALUES (1)");
  }

  private static List<String> key(TableInfo table) {
    return Arrays.stream(table.columns().key())
        .mapToObj(i -> table.columns().get(i).name())
        .toList();
  }

  private static Map<String, List<String>> loggedKeys(LogEnd start, int tables) throws Exception {
    ServerAddress server = SourceServer.root();
    Map<String, List<String>> keys = new ConcurrentHashMap<>();
    BinaryLogClient client =
        new BinaryLogClient(server.host(), server.port(), server.user(), server.password());
    client.setServerId(4711);
    client.setBinlogFilename(start.file());
    client.setBinlogPosition(start.offset());
    client.registerEventListener(
        event -> {
          if (event.getData() instanceof TableMapEventData map) {
            keys.put(map.getTable(), loggedKey(map.getEventMetadata()));
          }
        });
    client.connect(10_000);
    Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> keys.size() >= tables);
    client.disconnect();
    return keys;
  }

  private static List<String> loggedKey(TableMapEventMetadata metadata) {
    List<Integer> indexes = new ArrayList<>();
    if (metadata.getSimplePrimaryKeys() != null) {
      indexes.addAll(metadata.getSimplePrimaryKeys());
    }
    if (metadata.getPrimaryKeysWithPrefix() != null) {
      indexes.addAll(metadata.getPrimaryKeysWithPrefix().keySet());
    }
    return indexes.stream().map(i -> metadata.getColumnNames().get(i)).toList();
  }

  @Test
  void tellsColumnsInTableOrderWithKindAndCharset() throws Exception {
    SourceServer.execute(
        "SET SESSION sql_generate_invisible_primary_key = ON",
        """
        CREATE TABLE cat.`crème ``{1}` (`Prénom?` VARCHAR(10) CHARACTER SET latin1, `ключ` TEXT,
          u8 CHAR(3) CHARACTER SET utf8mb3, b VARCHAR(5) CHARACTER SET binary,
          g INT AS (1) VIRTUAL, hidden JSON INVISIBLE, e ENUM('a'), p POINT, v VECTOR(3),
          gc GEOMETRYCOLLECTION, r REAL, n NUMERIC(5), bo BOOLEAN, skipped INT)
          COMMENT = 'mémo'""");
    try (Connection connection = session.open()) {
      TableId id = new TableId("cat", "crème `{1}");
      TableInfo table = catalog("cat.cr*.skipped").describe(connection, id).orElseThrow();
      assertThat(table.keyIndex()).isEqualTo("PRIMARY");
      assertThat(table.definition()).contains("Prénom?", "ключ", "'mémo'", "my_row_id");
      assertThat(table.columns().list())
          .containsExactly(
              new Column("my_row_id", ValueKind.INTEGER, null, 1),
              new Column("Prénom?", ValueKind.TEXT, "latin1", 0),
              new Column("ключ", ValueKind.TEXT, "utf8mb4", 0),
              new Column("u8", ValueKind.TEXT, "utf8mb3", 0),
              new Column("b", ValueKind.BINARY, null, 0),
              new Column("g", ValueKind.INTEGER, null, 0),
              new Column("hidden", ValueKind.JSON, null, 0),
              new Column("e", ValueKind.ENUM, null, 0),
              new Column("p", ValueKind.GEOMETRY, null, 0),
              new Column("v", ValueKind.VECTOR, null, 0),
              new Column("gc", ValueKind.GEOMETRY, null, 0),
              new Column("r", ValueKind.REAL, null, 0),
              new Column("n", ValueKind.DECIMAL, null, 0),
              new Column("bo", ValueKind.INTEGER, null, 0));
    }
  }

  @Test
  void listsIncludedTablesAndViews() throws Exception {
    SourceServer.execute(
        "CREATE TABLE cat.one (a INT)",
        "CREATE TABLE cat.skip (a INT)",
        "CREATE VIEW cat.seen AS SELECT 1 AS a");
    try (Connection connection = session.open()) {
      assertThat(catalog("").tables(connection)).containsExactly(new TableId("cat", "one"));
      assertThat(catalog("").views(connection)).containsExactly(new TableId("cat", "seen"));
      List<TableId> gone = List.of(new TableId("cat", "gone"), new TableId("none", "gone"));
      assertThat(catalog("").describe(connection, gone)).isEmpty();
      assertThat(catalog("").describe(connection, new TableId("cat", "seen"))).isEmpty();
    }
  }

  @Test
  void refusesToLeaveOutAKeyColumn() throws Exception {
    SourceServer.execute("CREATE TABLE cat.one (a INT, b INT, PRIMARY KEY (a, b))");
    try (Connection connection = session.open()) {
      TableId id = new TableId("cat", "one");
      assertThatThrownBy(() -> catalog("cat.one.b").describe(connection, id))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContainingAll("cat.one", "column b", "columns.exclude");
    }
  }

  @Test
  void aKeyOfPrefixesIdentifiesRowsButIsNotWalked() throws Exception {
    SourceServer.execute(
        "CREATE TABLE cat.notes (body TEXT NOT NULL, n INT, PRIMARY KEY (body(3)))",
        "INSERT INTO cat.notes VALUES ('abcd', 1), ('abd', 2), ('b', 3)");
    TableId id = new TableId("cat", "notes");
    try (Connection connection = session.open();
        KeylessView view = KeylessView.open(session, List.of(id))) {
      TableInfo table = catalog("").describe(connection, id).orElseThrow();
      assertThat(table.keyIndex()).isNull();
      assertThat(table.keyParts()).isEmpty();
      assertThat(key(table)).containsExactly("body");
      List<Row> rows = new ArrayList<>();
      view.read(table, 1 << 20, rows::addAll);
      assertThat(rows).hasSize(3);
      Range whole = new Range(null, null);
      try (ChunkReader reader = new ChunkReader(session)) {
        assertThatThrownBy(() -> reader.read(connection, table, whole, 1))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("KeylessView");
      }
    }
  }
}
