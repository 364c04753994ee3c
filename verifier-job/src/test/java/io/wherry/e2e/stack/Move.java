package io.wherry.e2e.stack;

import io.wherry.common.model.TableId;
import io.wherry.e2e.stack.Ledger.Lane;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One pair of connectors on a stack, and how far it has come. What it leaves at worker, broker and
 * ledger is found by its names, and goes with {@link #remove()}.
 */
public final class Move implements AutoCloseable {
  private final Stack stack;
  private final ConnectRest connect;
  private final ConnectorFile source;
  private final ConnectorFile sink;
  private final List<String> databases;
  private final Ledger ledger;

  /**
   * A move that is not started yet.
   *
   * @param databases whose tables are moved
   */
  public Move(Stack stack, ConnectorFile source, ConnectorFile sink, List<String> databases)
      throws SQLException {
    this.stack = stack;
    this.connect = new ConnectRest(stack.connect());
    this.source = source;
    this.sink = sink;
    this.databases = databases;
    this.ledger = new Ledger(stack.target(), sink.name());
  }

  /** The files of config/ as a user changes them for a name of its own and these databases. */
  public static Move named(Stack stack, String name, List<String> databases) throws SQLException {
    String tables =
        databases.stream().map(d -> TableId.quote(d) + ".*").collect(Collectors.joining(","));
    return new Move(
        stack,
        ConnectorFile.shipped("source.json")
            .with(name + "-source", Map.of("topic.prefix", name, "tables", tables)),
        ConnectorFile.shipped("sink.json")
            .with(name + "-sink", Map.of("topics.regex", name + "[.].*", "tasks.max", "2")),
        databases);
  }

  public String source() {
    return source.name();
  }

  public String sink() {
    return sink.name();
  }

  /** Creates the source connector, with these settings beside the file's. */
  public void startSource(Map<String, String> settings) {
    connect.post(source.with(source.name(), settings).json());
  }

  /** Creates the sink connector, with these settings beside the file's. */
  public void startSink(Map<String, String> settings) {
    connect.post(sink.with(sink.name(), settings).json());
  }

  public ConnectRest connect() {
    return connect;
  }

  /** What a connector said when it failed, if one did. */
  public Optional<String> failure() {
    return connect.failure(source()).or(() -> connect.failure(sink()));
  }

  /** The source's base tables in the moved databases, with exact row counts. */
  public Map<TableId, Long> sourceTables() throws SQLException {
    Map<TableId, Long> tables = new TreeMap<>();
    try (Connection server = stack.source().connect()) {
      for (TableId table : baseTables(server)) {
        tables.put(table, number(server, "SELECT COUNT(*) FROM " + table.quoted()));
      }
    }
    return tables;
  }

  private Set<TableId> baseTables(Connection server) throws SQLException {
    Set<TableId> tables = new HashSet<>();
    String sql =
        "SELECT table_schema, table_name FROM information_schema.tables"
            + " WHERE table_type = 'BASE TABLE' AND table_schema = ?";
    try (PreparedStatement statement = server.prepareStatement(sql)) {
      for (String database : databases) {
        statement.setString(1, database);
        try (ResultSet rs = statement.executeQuery()) {
          while (rs.next()) {
            tables.add(new TableId(rs.getString(1), rs.getString(2)));
          }
        }
      }
    }
    return tables;
  }

  private static long number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rs = statement.executeQuery(sql)) {
      rs.next();
      return rs.getLong(1);
    }
  }

  /** The transactions the source has committed so far. */
  public String sourceGtids() throws SQLException {
    try (Connection server = stack.source().connect();
        Statement statement = server.createStatement();
        ResultSet rs = statement.executeQuery("SELECT @@GLOBAL.gtid_executed")) {
      rs.next();
      return rs.getString(1).replace("\n", "");
    }
  }

  public List<Lane> lanes() throws SQLException {
    return ledger.read("");
  }

  /** Whether every one of these tables has a lane whose snapshot is applied. */
  public boolean isSnapshotDone(Set<TableId> tables) throws SQLException {
    return ledger.read("").stream()
        .filter(Lane::snapshotDone)
        .map(Lane::table)
        .collect(Collectors.toSet())
        .containsAll(tables);
  }

  /**
   * The tables whose lanes have not yet passed these transactions, or are (again) in their
   * snapshot; a dropped table until it is gone.
   */
  public Set<TableId> behind(String gtids) throws SQLException {
    Set<TableId> behind;
    Set<TableId> there;
    try (Connection server = stack.source().connect();
        Connection target = stack.target().connect()) {
      behind = baseTables(server);
      there = baseTables(target);
    }
    for (Lane lane : ledger.read(gtids)) {
      if (lane.hasPassed() && lane.snapshotDone()) {
        behind.remove(lane.table());
      } else if (there.contains(lane.table())) {
        behind.add(lane.table());
      }
    }
    return behind;
  }

  /** Deletes connectors, offsets, consumer group, topics and ledger rows. Databases stay. */
  public void remove() throws SQLException {
    connect.remove(sink());
    connect.remove(source());
    ledger.clear();
    try (Topics topics = new Topics(stack.broker())) {
      topics.deleteByPrefix(source.config().get("topic.prefix") + ".");
      topics.deleteGroup("connect-" + sink());
    }
  }

  @Override
  public void close() throws SQLException {
    ledger.close();
  }
}
