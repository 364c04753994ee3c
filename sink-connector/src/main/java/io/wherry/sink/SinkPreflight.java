package io.wherry.sink;

import io.wherry.common.model.TableId;
import io.wherry.common.mysql.ServerAddress;
import io.wherry.sink.lane.TargetGuard;
import io.wherry.sink.ledger.Ledger;
import io.wherry.sink.ledger.LedgerRow;
import io.wherry.sink.sql.DdlRunner;
import io.wherry.sink.sql.Router;
import io.wherry.sink.sql.SinkSession;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Asks the target every question that can be asked before the first record, and returns all that
 * stands in the way, in a stable order. Writes nothing. Which tables will come is known only as far
 * as routes name them or the ledger has them; for the others a lane asks at its first record. The
 * source's packet size is not known here: a row too large for the target stops its lane by name.
 */
final class SinkPreflight {
  private static final int ACCESS_DENIED = 1045;
  private static final int ANSWER_MS = 20_000;
  private static final long SMALLEST_PACKET = 4L << 20;
  private static final int OLDEST = 8_00_20;

  private static final Set<String> TABLE_RIGHTS =
      inOrder(
          "SELECT",
          "INSERT",
          "UPDATE",
          "DELETE",
          "CREATE",
          "DROP",
          "ALTER",
          "INDEX",
          "REFERENCES",
          "TRIGGER");

  /** Sessions set restricted variables: those a DDL ran under, and how many warnings are kept. */
  private static final Set<String> SESSION_RIGHTS = Set.of("SESSION_VARIABLES_ADMIN");

  private static final Set<String> LEDGER_RIGHTS = inOrder("SELECT", "INSERT", "UPDATE", "CREATE");

  private final SinkConfig config;
  private final Router router;
  private final List<Finding> findings = new ArrayList<>();

  SinkPreflight(SinkConfig config) {
    this.config = config;
    this.router = config.router();
  }

  List<Finding> findings() {
    ServerAddress address = config.address();
    try (Connection connection = open(address)) {
      checkServer(connection);
      checkTables(connection, checkRights(connection));
      connection.rollback();
    } catch (SQLException e) {
      findings.add(unreachable(address, e));
    }
    return List.copyOf(findings);
  }

  /**
   * Speaks as a session of the sink does, but sets nothing that takes a right: which rights are
   * missing is one of the questions.
   */
  private static Connection open(ServerAddress address) throws SQLException {
    Properties latin = new Properties();
    latin.setProperty("characterEncoding", "ISO-8859-1");
    Connection connection = address.connect(latin);
    try (Statement statement = connection.createStatement()) {
      connection.setNetworkTimeout(Runnable::run, ANSWER_MS);
      connection.setAutoCommit(false);
      statement.execute(
          "SET SESSION character_set_client = binary, collation_connection = utf8mb4_bin,"
              + " character_set_results = NULL");
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  private static Finding unreachable(ServerAddress address, SQLException e) {
    String words = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    if (e.getErrorCode() == ACCESS_DENIED) {
      return new Finding(
          SinkConfig.PASSWORD, "wrong user or password at " + address + ": " + words);
    }
    return new Finding(SinkConfig.HOST, "cannot work with the target " + address + ": " + words);
  }

  private void checkServer(Connection connection) throws SQLException {
    String sql =
        "SELECT VERSION(), @@global.max_allowed_packet, @@global.read_only,"
            + " @@global.super_read_only";
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      checkVersion(row.getString(1));
      checkPacket(row.getLong(2));
      if (row.getInt(3) != 0 || row.getInt(4) != 0) {
        find(SinkConfig.HOST, "the target is read_only: is it a replica, or behind a failover?");
      }
    }
  }

  private void checkVersion(String version) {
    String[] parts = version.split("[.-]");
    boolean mysql = parts.length >= 3 && parts[2].matches("\\d+") && !version.contains("MariaDB");
    int number =
        mysql
            ? Integer.parseInt(parts[0]) * 10_000
                + Integer.parseInt(parts[1]) * 100
                + Integer.parseInt(parts[2])
            : 0;
    if (number < OLDEST) {
      find(SinkConfig.HOST, "the target is " + version + "; MySQL 8.0.20 or later is needed");
    }
  }

  private void checkPacket(long bytes) {
    if (bytes < SMALLEST_PACKET) {
      find(
          SinkConfig.HOST,
          "max_allowed_packet of the target is "
              + bytes
              + "; run SET PERSIST max_allowed_packet = 67108864 there, and keep it at least as"
              + " large as the source's");
    }
  }

  /** Checks what the account may do, and returns the lanes this connector has already. */
  private List<LedgerRow> checkRights(Connection connection) throws SQLException {
    Grants grants = Grants.parse(grantLines(connection));
    String ledger = config.ledgerDatabase();
    missing(grants, "*", SESSION_RIGHTS, SinkConfig.USER);
    missing(grants, ledger, LEDGER_RIGHTS, SinkConfig.LEDGER_DATABASE);
    boolean readable = !grants.missing(ledger, LEDGER_RIGHTS).contains("SELECT");
    List<LedgerRow> ours =
        readable
            ? new Ledger(ledger).rows(connection, config.optionalName().orElse(""))
            : List.of();
    Set<String> databases = new TreeSet<>(router.targetDatabases());
    ours.stream()
        .flatMap(row -> row.tables().stream())
        .forEach(tables -> databases.add(tables.target().database()));
    for (String database : databases) {
      missing(grants, database, TABLE_RIGHTS, SinkConfig.USER);
    }
    if (databases.isEmpty()) {
      checkAnywhere(grants);
    }
    return ours;
  }

  /** No name is known: each database with rights of its own must do, or the rights on all. */
  private void checkAnywhere(Grants grants) {
    Set<String> databases =
        grants.granted().stream()
            .map(Grants.Grant::exampleDatabase)
            .filter(d -> !d.equals("*") && !d.equals(config.ledgerDatabase()))
            .collect(Collectors.toCollection(TreeSet::new));
    if (databases.isEmpty()) {
      missing(grants, "*", TABLE_RIGHTS, SinkConfig.USER);
    }
    for (String database : databases) {
      missing(grants, database, TABLE_RIGHTS, SinkConfig.USER);
    }
  }

  private void missing(Grants grants, String database, Set<String> wanted, String key) {
    Set<String> missing = grants.missing(database, wanted);
    if (!missing.isEmpty()) {
      String on = database.equals("*") ? "*.*" : TableId.quote(database) + ".*";
      find(
          key,
          config.address().user()
              + " lacks "
              + String.join(", ", missing)
              + " on "
              + on
              + "; run GRANT "
              + String.join(", ", missing)
              + " ON "
              + on
              + " TO the account");
    }
  }

  private static List<String> grantLines(Connection connection) throws SQLException {
    List<String> lines = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      String roles;
      try (ResultSet row = statement.executeQuery("SELECT CURRENT_ROLE()")) {
        row.next();
        roles = row.getString(1);
      }
      String using = roles.equals("NONE") ? "" : " USING " + SinkSession.text(roles);
      try (ResultSet rows = statement.executeQuery("SHOW GRANTS FOR CURRENT_USER()" + using)) {
        while (rows.next()) {
          lines.add(rows.getString(1));
        }
      }
    }
    return lines;
  }

  private void checkTables(Connection connection, List<LedgerRow> ours) throws SQLException {
    Set<TableId> mine =
        ours.stream()
            .flatMap(row -> row.tables().stream())
            .map(LedgerRow.Tables::target)
            .collect(Collectors.toCollection(TreeSet::new));
    Set<TableId> known = new TreeSet<>(router.targetTables());
    known.addAll(mine);
    for (TableId table : known) {
      if (readable(connection, table)) {
        checkTable(connection, table, mine);
      }
    }
  }

  /** A table that is missing, or that we may not see: said elsewhere or no trouble at all. */
  private static boolean readable(Connection connection, TableId table) {
    try {
      return DdlRunner.showCreate(connection, table).isPresent();
    } catch (SQLException e) {
      return false;
    }
  }

  private void checkTable(Connection connection, TableId table, Set<TableId> mine)
      throws SQLException {
    List<String> triggers = TargetGuard.triggers(connection, table);
    if (!triggers.isEmpty()) {
      find(
          SinkConfig.TABLE_ROUTES,
          "target table " + table + " has triggers " + triggers + "; drop them until the cutover");
    }
    if (!mine.contains(table) && TargetGuard.hasRows(connection, table)) {
      find(
          SinkConfig.TABLE_ROUTES,
          "target table " + table + " is not empty and not ours; empty or drop it");
    }
  }

  private void find(String key, String message) {
    findings.add(new Finding(key, message));
  }

  private static Set<String> inOrder(String... names) {
    return new LinkedHashSet<>(List.of(names));
  }
}
