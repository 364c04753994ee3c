package io.wherry.common.mysql;

import java.util.List;
import java.util.StringJoiner;

/**
 * What a DDL statement does, as far as its leading words and names tell; the rest is left to the
 * server that runs it. Comments (executable ones are read), odd spacing and quoting make no
 * difference.
 *
 * @param verb the kind
 * @param names the table or database names it stands for, in order of appearance
 */
public record DdlStatement(Verb verb, List<Name> names) {

  /** Kinds of statements, by what the tail and the sink must do with them. */
  public enum Verb {
    CREATE_TABLE,
    DROP_TABLE,
    ALTER_TABLE,
    TRUNCATE_TABLE,
    RENAME_TABLE,
    CREATE_INDEX,
    DROP_INDEX,
    CREATE_DATABASE,
    ALTER_DATABASE,
    DROP_DATABASE,
    /** Changes no table rows or definitions that we move: views, routines, accounts, ANALYZE. */
    OTHER,
    /** Row changes logged as a statement, XA, or words we do not know. */
    UNKNOWN
  }

  /**
   * A name in the statement's text.
   *
   * @param database as written, empty where the default database is meant
   * @param table as written; empty in a statement about a database
   * @param begin index of its first character in the text
   * @param end index behind its last character
   */
  public record Name(String database, String table, int begin, int end) {}

  /** Reads a statement that ran under a sql_mode in which a backslash escapes. */
  public static DdlStatement parse(String sql) {
    return parse(sql, "");
  }

  /**
   * Reads a statement. Never fails: what cannot be read is {@link Verb#UNKNOWN}, its names then are
   * all that could be qualified names in it.
   *
   * @param sqlMode the session's sql_mode by names; decides whether a backslash escapes in strings
   */
  public static DdlStatement parse(String sql, String sqlMode) {
    return new DdlStatementParser(new DdlStatementTokens(sql, sqlMode)).parse();
  }

  /** Up to three leading keywords in upper case, for messages: never a literal. */
  public static String firstWords(String sql) {
    DdlStatementTokens in = new DdlStatementTokens(sql, "");
    StringJoiner words = new StringJoiner(" ");
    for (int i = 0; i < 3 && in.word().chars().anyMatch(Character::isLetter); i++) {
      words.add(in.word());
      in.advance();
    }
    return words.toString();
  }
}
