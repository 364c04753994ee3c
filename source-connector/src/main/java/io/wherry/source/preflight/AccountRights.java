package io.wherry.source.preflight;

import io.wherry.common.model.TableId;
import io.wherry.source.snapshot.TableFacts;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Asks whether the account may do what the connector will do. Takes no locks for it. */
final class AccountRights {
  /** ER_LOCK_WAIT_TIMEOUT, ER_NO_SUCH_TABLE. */
  private static final int LOCK_WAIT_TIMEOUT = 1205;

  private static final int NO_SUCH_TABLE = 1146;

  private final Probe probe;
  private final Grants grants;
  private final String account;
  private final PreflightReport report;

  AccountRights(Probe probe, PreflightReport report) throws SQLException {
    this.probe = probe;
    this.report = report;
    this.grants = Grants.read(probe.connection());
    this.account = quoted(probe.rows("SELECT CURRENT_USER()").get(0).get(0));
  }

  private static String quoted(String account) {
    int at = account.lastIndexOf('@');
    return "'" + account.substring(0, at) + "'@'" + account.substring(at + 1) + "'";
  }

  Grants grants() {
    return grants;
  }

  /** Replicas as the server lists them; empty if the account may not see them. */
  List<List<String>> replicas() throws SQLException {
    try {
      return probe.rows("SHOW REPLICAS", "SHOW SLAVE HOSTS");
    } catch (SQLException e) {
      missing("REPLICATION SLAVE", "*.*", e);
      return List.of();
    }
  }

  /** File, offset and filters of the log's end; empty if the account may not see them. */
  List<List<String>> logStatus() throws SQLException {
    try {
      return probe.rows("SHOW BINARY LOG STATUS", "SHOW MASTER STATUS");
    } catch (SQLException e) {
      missing("REPLICATION CLIENT", "*.*", e);
      return List.of();
    }
  }

  private void missing(String privilege, String where, SQLException e) throws SQLException {
    if (!Probe.denied(e)) {
      throw e;
    }
    missing(privilege, where, "");
  }

  private void missing(String privilege, String where, String detail) {
    report.add(
        Finding.user(
            "the account lacks %s%s: run GRANT %s ON %s TO %s"
                .formatted(privilege, detail, privilege, where, account)));
  }

  /** SELECT on all columns of every table. */
  void checkSelect(Collection<TableId> tables) throws SQLException {
    List<TableId> denied = new ArrayList<>();
    for (TableId table : tables) {
      if (!grants.cover("SELECT", table.database()) && !readable(table)) {
        denied.add(table);
      }
    }
    missingByDatabase("SELECT", denied, " on ");
  }

  private boolean readable(TableId table) throws SQLException {
    try {
      probe.rows("SELECT * FROM " + table.quoted() + " LIMIT 0");
    } catch (SQLException e) {
      if (Probe.denied(e)) {
        return false;
      }
      if (e.getErrorCode() == LOCK_WAIT_TIMEOUT) {
        report.note(table + " is locked by a statement; SELECT on it was not checked");
      } else if (e.getErrorCode() != NO_SUCH_TABLE) {
        throw e;
      }
    }
    return true;
  }

  /** LOCK TABLES where tables must be read through one view. */
  void checkLockTables(Collection<TableFacts> tables) {
    List<TableId> keyless = tables.stream().filter(t -> !t.walkable()).map(TableFacts::id).toList();
    List<TableId> denied =
        keyless.stream().filter(t -> !grants.cover("LOCK TABLES", t.database())).toList();
    missingByDatabase("LOCK TABLES", denied, ", needed for tables without a usable key: ");
  }

  private void missingByDatabase(String privilege, List<TableId> denied, String why) {
    for (String database : denied.stream().map(TableId::database).distinct().toList()) {
      List<TableId> here = denied.stream().filter(t -> t.database().equals(database)).toList();
      missing(privilege, TableId.quote(database) + ".*", why + Probe.some(here));
    }
  }
}
