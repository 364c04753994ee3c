package io.wherry.sink.sql;

import io.wherry.common.model.TableId;
import io.wherry.common.mysql.DdlStatement;
import io.wherry.common.mysql.DdlStatement.Name;
import io.wherry.common.mysql.DdlStatement.Verb;
import io.wherry.common.mysql.DdlStatementTokens;
import io.wherry.common.wire.Ddl;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.connect.errors.DataException;

/**
 * A DDL statement of the source with the target's names in it. Nothing else of its text changes,
 * but the {@code START TRANSACTION} behind a CREATE TABLE .. SELECT, whose rows come by themselves.
 */
public final class DdlText {
  private static final Set<Verb> TABLE_VERBS =
      EnumSet.of(
          Verb.CREATE_TABLE,
          Verb.DROP_TABLE,
          Verb.ALTER_TABLE,
          Verb.TRUNCATE_TABLE,
          Verb.RENAME_TABLE,
          Verb.CREATE_INDEX,
          Verb.DROP_INDEX);

  private record Edit(int begin, int end, String text) {}

  private final Ddl ddl;
  private final Router router;
  private final StatementCharset charset;
  private final String text;
  private final DdlStatement statement;

  private DdlText(Ddl ddl, Router router) {
    this.ddl = ddl;
    this.router = router;
    this.charset = StatementCharset.of(ddl);
    this.text = charset.text(ddl.sql());
    this.statement = DdlStatement.parse(text, sqlMode());
    if (!TABLE_VERBS.contains(statement.verb()) || statement.names().isEmpty()) {
      throw new DataException(
          "a DDL statement ("
              + statement.verb()
              + ", transaction "
              + ddl.gtid()
              + ") is of a kind that is not carried to the target; run it there by hand");
    }
  }

  /**
   * The statement's bytes with every table name routed and qualified.
   *
   * @throws DataException for a statement that is not about tables
   */
  public static byte[] rewrite(Ddl ddl, Router router) {
    return new DdlText(ddl, router).rewritten();
  }

  static DdlText of(Ddl ddl, Router router) {
    return new DdlText(ddl, router);
  }

  Verb verb() {
    return statement.verb();
  }

  /** The target's name of the first table in it. */
  TableId target() {
    return route(statement.names().get(0), defaultDatabase());
  }

  byte[] rewritten() {
    List<Edit> edits = new ArrayList<>();
    statement.names().forEach(n -> edits.add(edit(n, defaultDatabase())));
    edits.addAll(tail());
    edits.sort(Comparator.comparingInt(Edit::begin));
    StringBuilder out = new StringBuilder(text.length() + 64);
    int at = 0;
    for (Edit edit : edits) {
      out.append(text, at, edit.begin()).append(edit.text());
      at = edit.end();
    }
    return charset.bytes(out.append(text, at, text.length()).toString());
  }

  /** Names of referenced tables, and the end of a CREATE TABLE .. SELECT. */
  private List<Edit> tail() {
    List<Edit> edits = new ArrayList<>();
    DdlStatementTokens in = new DdlStatementTokens(text, sqlMode());
    while (!in.atEnd()) {
      int begin = in.begin();
      if (in.accept("REFERENCES")) {
        reference(in, edits);
      } else if (in.accept("START") && in.isWord("TRANSACTION")) {
        int end = in.end();
        in.advance();
        if (in.atEnd() && statement.verb() == Verb.CREATE_TABLE) {
          edits.add(new Edit(begin, end, ""));
        }
      } else if (in.begin() == begin) {
        in.advance();
      }
    }
    return edits;
  }

  /** A name without a database means one in the database of the table that refers. */
  private void reference(DdlStatementTokens in, List<Edit> edits) {
    int begin = in.begin();
    int end = in.end();
    String first = in.name();
    if (first == null) {
      return;
    }
    in.advance();
    if (in.accept('.') && in.name() != null) {
      edits.add(edit(new Name(first, in.name(), begin, in.end()), ""));
      in.advance();
    } else {
      Name own = statement.names().get(0);
      String database = own.database().isEmpty() ? defaultDatabase() : unicode(own.database());
      edits.add(edit(new Name("", first, begin, end), database));
    }
  }

  private Edit edit(Name name, String defaultDatabase) {
    String routed = route(name, defaultDatabase).quoted();
    return new Edit(name.begin(), name.end(), charset.statementText(routed));
  }

  private TableId route(Name name, String defaultDatabase) {
    String database = name.database().isEmpty() ? defaultDatabase : unicode(name.database());
    if (database.isEmpty()) {
      throw new DataException("a DDL statement names a table without a database");
    }
    return router.route(new TableId(database, unicode(name.table())));
  }

  private String unicode(String name) {
    return charset.unicode(name);
  }

  private String defaultDatabase() {
    return ddl.database();
  }

  private String sqlMode() {
    return ddl.session().getOrDefault("sql_mode", "");
  }
}
