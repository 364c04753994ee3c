package io.wherry.common.mysql;

import java.util.Locale;

/**
 * Walks over the tokens of one SQL statement, comments left out; what stands in executable comments
 * is read like any other text. Owned by the one parser that reads it.
 */
public final class DdlStatementTokens {

  /** Kinds of tokens. */
  public enum Kind {
    /** Letters, digits, {@code _} and {@code $}: a keyword, a bare name or a number. */
    WORD,
    /** A name in backticks or double quotes (the text of it a double-quoted string may be, too). */
    QUOTED,
    /** A string in single quotes. */
    STRING,
    /** One other character. */
    SYMBOL,
    /** Behind the last token. */
    END
  }

  private final String text;
  private final boolean backslashEscapes;
  private Kind kind;
  private int begin;
  private int end;
  private int openComments;

  public DdlStatementTokens(String text, String sqlMode) {
    this.text = text;
    this.backslashEscapes = !sqlMode.contains("NO_BACKSLASH_ESCAPES");
    advance();
  }

  public Kind kind() {
    return kind;
  }

  public int begin() {
    return begin;
  }

  public int end() {
    return end;
  }

  /** The current token's text, quotes included. */
  public String raw() {
    return text.substring(begin, end);
  }

  /** The current token as a keyword in upper case; empty where it cannot be one. */
  public String word() {
    return kind == Kind.WORD ? raw().toUpperCase(Locale.ROOT) : "";
  }

  public boolean isWord(String keyword) {
    return kind == Kind.WORD
        && end - begin == keyword.length()
        && text.regionMatches(true, begin, keyword, 0, keyword.length());
  }

  public boolean isSymbol(char symbol) {
    return kind == Kind.SYMBOL && text.charAt(begin) == symbol;
  }

  public boolean atEnd() {
    return kind == Kind.END;
  }

  /** Steps over this keyword if it is the current token. */
  public boolean accept(String keyword) {
    boolean found = isWord(keyword);
    if (found) {
      advance();
    }
    return found;
  }

  /** Steps over this character if it is the current token. */
  public boolean accept(char symbol) {
    boolean found = isSymbol(symbol);
    if (found) {
      advance();
    }
    return found;
  }

  /** The current token as a name, unquoted; null where it cannot be one. */
  public String name() {
    if (kind == Kind.WORD) {
      return raw();
    }
    if (kind != Kind.QUOTED || end - begin < 2) {
      return null;
    }
    String quote = text.substring(begin, begin + 1);
    return text.substring(begin + 1, end - 1).replace(quote + quote, quote);
  }

  /** Moves to the next token. */
  public void advance() {
    begin = skipSpace(end);
    if (begin >= text.length()) {
      begin = text.length();
      end = begin;
      kind = Kind.END;
      return;
    }
    char c = text.charAt(begin);
    if (c == '`' || c == '"') {
      kind = Kind.QUOTED;
      end = closing(c, begin + 1);
    } else if (c == '\'') {
      kind = Kind.STRING;
      end = closing(c, begin + 1);
    } else if (isWordPart(c)) {
      kind = Kind.WORD;
      end = begin + 1;
      while (end < text.length() && isWordPart(text.charAt(end))) {
        end++;
      }
    } else {
      kind = Kind.SYMBOL;
      end = begin + 1;
    }
  }

  private static boolean isWordPart(char c) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || c >= '0' && c <= '9'
        || c == '_'
        || c == '$'
        || c >= 0x80;
  }

  /** The index behind the quote that closes what starts at {@code from}. */
  private int closing(char quote, int from) {
    int at = from;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '\\' && quote != '`' && backslashEscapes) {
        at += 2;
      } else if (c != quote) {
        at++;
      } else if (at + 1 < text.length() && text.charAt(at + 1) == quote) {
        at += 2;
      } else {
        return at + 1;
      }
    }
    return text.length();
  }

  private int skipSpace(int from) {
    int at = from;
    while (at < text.length()) {
      int next = skipOne(at);
      if (next == at) {
        return at;
      }
      at = next;
    }
    return at;
  }

  /** The index behind one piece of white space or one comment at {@code at}, else {@code at}. */
  private int skipOne(int at) {
    char c = text.charAt(at);
    if (c <= ' ') {
      return at + 1;
    }
    if (c == '#' || c == '-' && startsLineComment(at)) {
      int line = text.indexOf('\n', at);
      return line < 0 ? text.length() : line + 1;
    }
    if (text.startsWith("/*", at)) {
      return text.startsWith("!", at + 2) ? skipVersion(at + 3) : skipComment(at + 2);
    }
    if (openComments > 0 && text.startsWith("*/", at)) {
      openComments--;
      return at + 2;
    }
    return at;
  }

  private boolean startsLineComment(int at) {
    return text.startsWith("--", at) && (at + 2 == text.length() || text.charAt(at + 2) <= ' ');
  }

  private int skipComment(int from) {
    int close = text.indexOf("*/", from);
    return close < 0 ? text.length() : close + 2;
  }

  /** An executable comment opens: five or six digits of a server version may follow. */
  private int skipVersion(int from) {
    openComments++;
    int at = from;
    while (at < text.length() && at < from + 6 && Character.isDigit(text.charAt(at))) {
      at++;
    }
    return at >= from + 5 ? at : from;
  }
}
