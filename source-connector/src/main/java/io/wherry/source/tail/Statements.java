package io.wherry.source.tail;

import io.wherry.common.model.TableId;
import io.wherry.common.mysql.DdlStatement;
import io.wherry.common.mysql.DdlStatement.Name;
import io.wherry.common.mysql.DdlStatement.Verb;
import io.wherry.common.mysql.DdlStatementCharset;
import io.wherry.common.mysql.TableFilter;
import io.wherry.common.wire.Ddl;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decides which statements of the log concern what we move, and refuses those that change rows.
 * Owned by the tail's thread.
 */
final class Statements {
  private final TableFilter filter;
  private final ServerFacts facts;

  Statements(TableFilter filter, ServerFacts facts) {
    this.filter = filter;
    this.facts = facts;
  }

  /** The statement of an event if it concerns tables we move. */
  Optional<Statement> read(LogEvent event, String gtid) {
    QueryEvent query = QueryEvent.read(event);
    SessionVariables session = new SessionVariables(query, event, facts.collations());
    String sql = text(query, session);
    DdlStatement parsed =
        event.type() == LogEventType.QUERY
            ? DdlStatement.parse(sql, session.sqlMode())
            : new DdlStatement(Verb.UNKNOWN, List.of());
    if (parsed.verb() == Verb.OTHER) {
      return Optional.empty();
    }
    if (parsed.verb() == Verb.UNKNOWN) {
      refuseOurs(parsed, sql, query, session);
      return Optional.empty();
    }
    List<TableId> tables = included(parsed, query.database());
    return tables.isEmpty() && !ourDatabase(parsed, query.database())
        ? Optional.empty()
        : Optional.of(new Statement(parsed, tables, ddl(query, session, gtid)));
  }

  private static Ddl ddl(QueryEvent query, SessionVariables session, String gtid) {
    return new Ddl(Ddl.Origin.STATEMENT, query.sql(), query.database(), session.values(), gtid);
  }

  private String text(QueryEvent query, SessionVariables session) {
    Optional<String> text = DdlStatementCharset.decode(query.sql(), session.clientCharset());
    if (text.isEmpty() && concerned(session, query.database()).isPresent()) {
      throw Refusal.snapshot(
          "a statement in the character set " + session.clientCharset() + " cannot be read");
    }
    return text.orElseGet(() -> new String(query.sql(), StandardCharsets.ISO_8859_1));
  }

  private List<TableId> included(DdlStatement parsed, String database) {
    List<TableId> tables = new ArrayList<>();
    for (Name name : parsed.names()) {
      TableId id = tableId(name, database);
      if (!name.table().isEmpty() && filter.includes(id) && !tables.contains(id)) {
        tables.add(id);
      }
    }
    return List.copyOf(tables);
  }

  private TableId tableId(Name name, String database) {
    return new TableId(databaseOf(name, database), facts.nameCase().stored(name.table()));
  }

  private String databaseOf(Name name, String database) {
    return name.database().isEmpty() ? database : facts.nameCase().stored(name.database());
  }

  private boolean ourDatabase(DdlStatement parsed, String database) {
    return switch (parsed.verb()) {
      case CREATE_DATABASE, ALTER_DATABASE, DROP_DATABASE ->
          filter.touchesDatabase(databaseOf(parsed.names().get(0), database));
      default -> false;
    };
  }

  /** Row changes as statements, or words we do not know, must not pass where we move tables. */
  private void refuseOurs(
      DdlStatement parsed, String sql, QueryEvent query, SessionVariables session) {
    List<TableId> tables = included(parsed, query.database());
    Optional<String> concerned =
        tables.isEmpty()
            ? concerned(session, query.database()).map(d -> "in database " + d)
            : Optional.of("naming table " + tables.get(0));
    if (concerned.isPresent()) {
      throw Refusal.setting(
          "the log holds a statement that changes rows or is unknown ("
              + DdlStatement.firstWords(sql)
              + " ...) "
              + concerned.get(),
          "make every client of the source use binlog_format=ROW");
    }
  }

  /** A database we move among those the statement changes. */
  private Optional<String> concerned(SessionVariables session, String database) {
    if (!session.databasesKnown()) {
      return Optional.of(database.isEmpty() ? "(more than 16 databases)" : database);
    }
    List<String> databases = new ArrayList<>(session.databases());
    databases.add(database);
    return databases.stream().filter(filter::touchesDatabase).findFirst();
  }
}
