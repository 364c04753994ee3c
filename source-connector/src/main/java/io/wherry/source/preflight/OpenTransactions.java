package io.wherry.source.preflight;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Transactions that would break the order or the form of the log. */
final class OpenTransactions {
  private static final int ROUNDS = 20;
  private static final long PAUSE_MS = 250;

  /** Both times in the server's own zone; the session must have time_zone = SYSTEM. */
  private static final String OLDER =
      """
      SELECT t.trx_mysql_thread_id, t.trx_started, v.SET_TIME
      FROM performance_schema.variables_info v JOIN information_schema.innodb_trx t
        ON t.trx_started <= v.SET_TIME AND t.trx_rows_modified > 0
      WHERE v.VARIABLE_NAME = 'binlog_row_metadata' ORDER BY t.trx_started""";

  private static final String SET_TIME =
      """
      SELECT SET_TIME FROM performance_schema.variables_info
      WHERE VARIABLE_NAME = 'binlog_row_metadata' AND SET_TIME IS NOT NULL""";

  private final Probe probe;
  private final PreflightReport report;

  OpenTransactions(Probe probe, PreflightReport report) {
    this.probe = probe;
    this.report = report;
  }

  /**
   * Waits some seconds for transactions that began before the log carried column names: what they
   * have already written goes into the log without. A setting older than the server's start, or
   * made by its command line, has none.
   */
  void checkOlderThanMetadata() throws SQLException {
    if (probe.rows(SET_TIME).isEmpty()) {
      return;
    }
    try {
      List<List<String>> older = awaitOlder();
      if (!older.isEmpty()) {
        List<String> first = older.get(0);
        report.add(
            Finding.host(
                "%d transactions are older than binlog_row_metadata=FULL (set %s), the oldest began %s on connection %s: wait for their end, or KILL them"
                    .formatted(older.size(), first.get(2), first.get(1), first.get(0))));
      }
    } catch (SQLException e) {
      noteIfDenied(
          e, "transactions older than binlog_row_metadata=FULL cannot be seen without PROCESS");
    }
  }

  private List<List<String>> awaitOlder() throws SQLException {
    List<List<String>> older = probe.rows(OLDER);
    try {
      for (int round = 1; round < ROUNDS && !older.isEmpty(); round++) {
        Thread.sleep(PAUSE_MS);
        older = probe.rows(OLDER);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return older;
  }

  /** A prepared transaction commits later at a place in the log before its rows are seen. */
  void checkPrepared() throws SQLException {
    try {
      List<String> names = new ArrayList<>();
      for (List<String> row : probe.rows("XA RECOVER CONVERT XID")) {
        names.add(name(row));
      }
      if (!names.isEmpty()) {
        report.add(
            Finding.host(
                "prepared XA transactions cannot be moved: run XA COMMIT or XA ROLLBACK for "
                    + Probe.some(names)));
      }
    } catch (SQLException e) {
      noteIfDenied(e, "prepared XA transactions cannot be seen without XA_RECOVER_ADMIN");
    }
  }

  /** As it stands in XA COMMIT: gtrid, bqual and format. */
  private static String name(List<String> row) {
    String hex = row.get(3).substring(2);
    int gtrid = 2 * Integer.parseInt(row.get(1));
    return "X'" + hex.substring(0, gtrid) + "',X'" + hex.substring(gtrid) + "'," + row.get(0);
  }

  private void noteIfDenied(SQLException e, String note) throws SQLException {
    if (!Probe.denied(e)) {
      throw e;
    }
    report.note(note);
  }
}
