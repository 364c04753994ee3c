package io.wherry.source.preflight;

import io.wherry.source.snapshot.SourceSession;
import io.wherry.source.snapshot.TableFacts;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.OptionalLong;

/**
 * Asks the source, before anything is written, every question whose answer could stop a migration,
 * and tells all answers at once. Changes nothing on the source and takes no locks there.
 */
public final class SourcePreflight {
  private final PreflightSubject subject;
  private final PreflightReport report = PreflightReport.empty();

  private SourcePreflight(PreflightSubject subject) {
    this.subject = subject;
  }

  /** All findings; none means that the connector may start. */
  public static PreflightReport check(PreflightSubject subject) {
    SourcePreflight preflight = new SourcePreflight(subject);
    try {
      ServerVersion version = preflight.version();
      version.check(preflight.report);
      if (preflight.report.findings().isEmpty()) {
        preflight.ask(version);
      }
    } catch (SQLException e) {
      preflight.report.add(Reachability.explain(e, subject.address()));
    }
    return preflight.report;
  }

  private ServerVersion version() throws SQLException {
    try (Connection connection = subject.address().connect();
        Statement statement = connection.createStatement();
        ResultSet rs = statement.executeQuery("SELECT VERSION()")) {
      rs.next();
      return ServerVersion.parse(rs.getString(1));
    }
  }

  private void ask(ServerVersion version) throws SQLException {
    try (Connection connection = new SourceSession(subject.address()).open();
        Statement statement = connection.createStatement()) {
      statement.execute("SET SESSION time_zone = 'SYSTEM', lock_wait_timeout = 3");
      Probe probe = new Probe(connection);
      ServerSettings settings = ServerSettings.read(connection);
      settings.check(report);
      AccountRights rights = new AccountRights(probe, report);
      TableChecks tables = new TableChecks(probe, subject.filter(), report);
      List<TableFacts> facts = tables.check();
      checkServerId(connection, settings, rights.replicas());
      if (settings.logs()) {
        tables.checkLogFilters(rights.logStatus(), facts);
      }
      rights.checkSelect(facts.stream().map(TableFacts::id).toList());
      rights.checkLockTables(facts);
      tables.checkWildcards(rights.grants(), facts);
      String nativeForeignKeys = settings.get("innodb_native_foreign_keys");
      if (!version.logsCascades(nativeForeignKeys)) {
        tables.checkCascades(nativeForeignKeys);
      }
      OpenTransactions transactions = new OpenTransactions(probe, report);
      if (settings.get("binlog_row_metadata").equals("FULL")) {
        transactions.checkOlderThanMetadata();
      }
      transactions.checkPrepared();
    }
  }

  private void checkServerId(
      Connection connection, ServerSettings settings, List<List<String>> replicas)
      throws SQLException {
    String id = String.valueOf(subject.serverId());
    String next =
        "; set server.id to a number that no replica and no other reader of this log uses";
    if (settings.get("server_id").equals(id)) {
      report.add(Finding.serverId(id + " is the source's own server id" + next));
    }
    for (List<String> replica : replicas) {
      if (replica.get(0).equals(id)) {
        String host = replica.get(1).isEmpty() ? replica.get(replica.size() - 1) : replica.get(1);
        report.add(Finding.serverId(id + " is in use by the replica " + host + next));
      }
    }
    ServerIdClaim claim = new ServerIdClaim(subject.serverId(), subject.connector());
    OptionalLong holder = claim.foreignHolder(connection);
    if (holder.isPresent()) {
      report.add(
          Finding.serverId(
              id + " is in use by another connector, connection " + holder.getAsLong() + next));
    }
  }
}
