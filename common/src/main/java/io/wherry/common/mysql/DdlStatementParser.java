package io.wherry.common.mysql;

import io.wherry.common.mysql.DdlStatement.Name;
import io.wherry.common.mysql.DdlStatement.Verb;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads the leading words and the table names of one statement. Used once, by one thread. */
final class DdlStatementParser {
  /** First words of statements that change neither rows nor definitions we move. */
  private static final Set<String> HARMLESS =
      Set.of(
          "ANALYZE",
          "BEGIN",
          "CACHE",
          "CHANGE",
          "CHECK",
          "CHECKSUM",
          "COMMIT",
          "FLUSH",
          "GRANT",
          "INSTALL",
          "KILL",
          "LOCK",
          "OPTIMIZE",
          "PURGE",
          "RELEASE",
          "REPAIR",
          "RESET",
          "RESTART",
          "REVOKE",
          "SAVEPOINT",
          "SET",
          "SHUTDOWN",
          "UNINSTALL",
          "UNLOCK");

  /** What CREATE, ALTER and DROP can be about without touching tables we move. */
  private static final Set<String> OTHER_OBJECTS =
      Set.of(
          "EVENT",
          "FUNCTION",
          "INSTANCE",
          "LIBRARY",
          "LOGFILE",
          "PREPARE",
          "PROCEDURE",
          "REFERENCE",
          "RESOURCE",
          "ROLE",
          "SERVER",
          "TABLESPACE",
          "TRIGGER",
          "USER",
          "VIEW");

  /** Words that may stand between CREATE, ALTER or DROP and the kind of object. */
  private static final Set<String> PREFIXES =
      Set.of(
          "AGGREGATE",
          "DUALITY",
          "EXTERNAL",
          "FULLTEXT",
          "JSON",
          "LOADABLE",
          "MATERIALIZED",
          "OR",
          "RELATIONAL",
          "REPLACE",
          "SPATIAL",
          "UNDO",
          "UNIQUE");

  /** Words that a database option starts with; ALTER DATABASE may leave the name out. */
  private static final Set<String> DATABASE_OPTIONS =
      Set.of("CHARACTER", "CHARSET", "COLLATE", "DEFAULT", "ENCRYPTION", "READ");

  private final DdlStatementTokens in;
  private final List<Name> names = new ArrayList<>();

  DdlStatementParser(DdlStatementTokens in) {
    this.in = in;
  }

  DdlStatement parse() {
    Verb verb = verb();
    if (verb == Verb.UNKNOWN) {
      collectDottedNames();
    }
    return new DdlStatement(verb, List.copyOf(names));
  }

  private Verb verb() {
    String first = in.word();
    if (HARMLESS.contains(first)) {
      return Verb.OTHER;
    }
    in.advance();
    return switch (first) {
      case "CREATE", "ALTER", "DROP" -> object(first);
      case "TRUNCATE" -> truncate();
      case "RENAME" -> rename();
      case "ROLLBACK", "START", "STOP" -> Verb.OTHER;
      default -> Verb.UNKNOWN;
    };
  }

  private Verb object(String action) {
    skipPrefixes();
    String object = in.word();
    if (OTHER_OBJECTS.contains(object) || object.equals("TEMPORARY")) {
      return Verb.OTHER;
    }
    in.advance();
    return switch (object) {
      case "TABLE", "TABLES" -> table(action);
      case "INDEX" -> index(action);
      case "DATABASE", "SCHEMA" -> database(action);
      default -> Verb.UNKNOWN;
    };
  }

  private void skipPrefixes() {
    while (true) {
      if (in.accept("DEFINER")) {
        skipDefiner();
      } else if (in.accept("ALGORITHM")) {
        in.accept('=');
        in.advance();
      } else if (in.accept("SQL")) {
        in.accept("SECURITY");
        in.advance();
      } else if (PREFIXES.contains(in.word())) {
        in.advance();
      } else {
        return;
      }
    }
  }

  /** {@code = user@host}, {@code = CURRENT_USER} or {@code = CURRENT_USER()}. */
  private void skipDefiner() {
    in.accept('=');
    in.advance();
    if (in.accept('@')) {
      in.advance();
    } else if (in.accept('(')) {
      in.accept(')');
    }
  }

  private Verb table(String action) {
    skipIfExists();
    if (action.equals("DROP")) {
      return nameList() ? Verb.DROP_TABLE : Verb.UNKNOWN;
    }
    if (!name()) {
      return Verb.UNKNOWN;
    }
    if (action.equals("CREATE")) {
      in.accept('(');
      return !in.accept("LIKE") || name() ? Verb.CREATE_TABLE : Verb.UNKNOWN;
    }
    return alterations();
  }

  /** Looks at each alteration of a table for another table's name. */
  private Verb alterations() {
    int depth = 0;
    boolean first = true;
    while (!in.atEnd()) {
      if (first && depth == 0 && !alteration()) {
        return Verb.UNKNOWN;
      }
      first = in.isSymbol(',');
      depth += in.isSymbol('(') ? 1 : in.isSymbol(')') ? -1 : 0;
      in.advance();
    }
    return Verb.ALTER_TABLE;
  }

  private boolean alteration() {
    if (in.accept("RENAME")) {
      boolean part = in.isWord("COLUMN") || in.isWord("INDEX") || in.isWord("KEY");
      return part || newName();
    }
    if (in.accept("EXCHANGE")) {
      in.accept("PARTITION");
      in.advance();
      in.accept("WITH");
      in.accept("TABLE");
      return name();
    }
    return true;
  }

  private boolean newName() {
    if (!in.accept("TO") && !in.accept("AS")) {
      in.accept('=');
    }
    return name();
  }

  private Verb index(String action) {
    in.advance();
    while (!in.atEnd() && !in.accept("ON")) {
      in.advance();
    }
    if (!name()) {
      return Verb.UNKNOWN;
    }
    return switch (action) {
      case "CREATE" -> Verb.CREATE_INDEX;
      case "DROP" -> Verb.DROP_INDEX;
      default -> Verb.UNKNOWN;
    };
  }

  private Verb database(String action) {
    skipIfExists();
    boolean unnamed =
        action.equals("ALTER") && (in.atEnd() || DATABASE_OPTIONS.contains(in.word()));
    if (unnamed) {
      names.add(new Name("", "", in.begin(), in.begin()));
    } else if (in.name() != null) {
      names.add(new Name(in.name(), "", in.begin(), in.end()));
    } else {
      return Verb.UNKNOWN;
    }
    return switch (action) {
      case "CREATE" -> Verb.CREATE_DATABASE;
      case "ALTER" -> Verb.ALTER_DATABASE;
      default -> Verb.DROP_DATABASE;
    };
  }

  private Verb truncate() {
    in.accept("TABLE");
    return name() ? Verb.TRUNCATE_TABLE : Verb.UNKNOWN;
  }

  private Verb rename() {
    if (in.isWord("USER")) {
      return Verb.OTHER;
    }
    if (!in.accept("TABLE") && !in.accept("TABLES")) {
      return Verb.UNKNOWN;
    }
    do {
      if (!name() || !in.accept("TO") || !name()) {
        return Verb.UNKNOWN;
      }
    } while (in.accept(','));
    return Verb.RENAME_TABLE;
  }

  private void skipIfExists() {
    if (in.accept("IF")) {
      in.accept("NOT");
      in.accept("EXISTS");
    }
  }

  private boolean nameList() {
    do {
      if (!name()) {
        return false;
      }
    } while (in.accept(','));
    return true;
  }

  /** Reads {@code table}, {@code database.table} or {@code .table}; false where none stands. */
  private boolean name() {
    int begin = in.begin();
    String database = "";
    if (!in.accept('.')) {
      database = in.name();
      if (database == null) {
        return false;
      }
      int end = in.end();
      in.advance();
      if (!in.accept('.')) {
        names.add(new Name("", database, begin, end));
        return true;
      }
    }
    String table = in.name();
    if (table == null) {
      return false;
    }
    names.add(new Name(database, table, begin, in.end()));
    in.advance();
    return true;
  }

  /** A statement we do not know: whatever could be a qualified name in it. */
  private void collectDottedNames() {
    while (!in.atEnd()) {
      if (in.name() == null) {
        in.advance();
        continue;
      }
      int known = names.size();
      if (name() && names.size() > known && names.get(known).database().isEmpty()) {
        names.remove(known);
      }
    }
  }
}
