package io.wherry.e2e.compare;

import io.wherry.common.model.TableId;
import io.wherry.common.mysql.ServerAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Remembers every row that the source's tables held whenever it was asked to look, to tell later
 * whether the target holds a row that the source never had. Belongs to one thread.
 */
public final class RowHistory implements AutoCloseable {
  private static final int LARGE = 60_000;
  private static final int LOCK_WAIT_TIMEOUT = 1205;

  private final Map<Shape, Set<String>> seen = new HashMap<>();
  private final Set<TableId> tables = new TreeSet<>();
  private final Set<TableId> unseen = new TreeSet<>();
  private final Collection<String> databases;
  private final Connection source;

  /** A table while it has these columns. */
  private record Shape(TableId id, List<ComparedColumn> columns) {}

  public RowHistory(ServerAddress server, Collection<String> databases) throws SQLException {
    this.databases = databases;
    this.source = RowStream.session(server);
    try (Statement statement = source.createStatement()) {
      // Sees the statements of open and prepared transactions, and is stopped by no lock for long.
      statement.execute("SET SESSION TRANSACTION ISOLATION LEVEL READ UNCOMMITTED");
      statement.execute("SET SESSION lock_wait_timeout = 1");
    }
  }

  /** Looks at all rows of all tables that are not too large for it. */
  public void observe() throws SQLException {
    for (ComparedTable table : Catalog.read(source, databases).values()) {
      tables.add(table.id());
      if (!unseen.contains(table.id())) {
        observe(table);
      }
    }
  }

  private void observe(ComparedTable table) throws SQLException {
    Set<String> rows = seen.computeIfAbsent(shape(table), s -> new HashSet<>());
    int count = 0;
    try (RowStream stream = RowStream.open(source, table)) {
      for (StoredRow row = stream.next(); row != null; row = stream.next()) {
        if (++count > LARGE) {
          unseen.add(table.id());
          return;
        }
        rows.add(row.digest());
      }
    } catch (SQLException e) {
      if (e.getErrorCode() != LOCK_WAIT_TIMEOUT) {
        throw e;
      }
    }
  }

  /** All tables ever seen. */
  public Set<TableId> tables() {
    return tables;
  }

  /** The first row on the target that no look at the source has shown, if there is one. */
  public Optional<String> strangerOn(ServerAddress server) throws SQLException {
    try (Connection target = RowStream.session(server)) {
      for (ComparedTable table : Catalog.read(target, databases).values()) {
        Optional<String> stranger = strangerIn(target, table);
        if (stranger.isPresent()) {
          return stranger;
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> strangerIn(Connection target, ComparedTable table) throws SQLException {
    Set<String> known = seen.getOrDefault(shape(table), Set.of());
    try (RowStream stream = RowStream.open(target, table)) {
      for (StoredRow row = stream.next(); row != null; row = stream.next()) {
        if (!known.contains(row.digest())) {
          String why =
              unseen.contains(table.id())
                  ? "the table is too large to prove its rows"
                  : "the source never had";
          return Optional.of(why + ": " + table.id() + " " + row.label(table));
        }
      }
    }
    return Optional.empty();
  }

  private static Shape shape(ComparedTable table) {
    return new Shape(table.id(), table.columns());
  }

  @Override
  public void close() throws SQLException {
    source.close();
  }
}
