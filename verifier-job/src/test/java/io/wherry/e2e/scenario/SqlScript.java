package io.wherry.e2e.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Cuts a script into statements as the mysql client does: by the delimiter outside quotes and
 * comments, with {@code DELIMITER} lines obeyed and comments inside statements kept. Backslashes
 * escape in strings; NO_BACKSLASH_ESCAPES is not followed.
 */
final class SqlScript {
  private static final Pattern ONLY_COMMENTS =
      Pattern.compile("(\\s|/\\*(?![!+]).*?\\*/)*", Pattern.DOTALL);

  private final String text;
  private final List<String> statements = new ArrayList<>();
  private final StringBuilder statement = new StringBuilder();
  private String delimiter = ";";
  private int at;

  private SqlScript(String text) {
    this.text = text;
  }

  /** The statements in order, without delimiters; comments between them are dropped. */
  static List<String> split(String text) {
    SqlScript script = new SqlScript(text);
    while (script.at < text.length()) {
      script.step();
    }
    script.finish();
    return List.copyOf(script.statements);
  }

  private void step() {
    char c = text.charAt(at);
    if (statement.length() == 0 && Character.isWhitespace(c)) {
      at++;
    } else if (statement.length() == 0 && isDelimiterLine()) {
      readDelimiter();
    } else if (text.startsWith(delimiter, at)) {
      at += delimiter.length();
      finish();
    } else if (c == '\'' || c == '"' || c == '`') {
      take(endOfQuoted(c));
    } else if (c == '#' || startsDashComment()) {
      comment(endOf("\n"));
    } else if (text.startsWith("/*", at)) {
      take(endOf("*/"));
    } else {
      take(at + 1);
    }
  }

  private void finish() {
    String done = statement.toString().strip();
    statement.setLength(0);
    // A block before a statement belongs to it, one that stands alone is no statement.
    if (!ONLY_COMMENTS.matcher(done).matches()) {
      statements.add(done);
    }
  }

  private void take(int end) {
    statement.append(text, at, end);
    at = end;
  }

  private void comment(int end) {
    if (statement.length() == 0) {
      at = end;
    } else {
      take(end);
    }
  }

  private boolean isDelimiterLine() {
    return text.regionMatches(true, at, "DELIMITER", 0, 9)
        && at + 9 < text.length()
        && (text.charAt(at + 9) == ' ' || text.charAt(at + 9) == '\t');
  }

  private void readDelimiter() {
    int end = endOf("\n");
    delimiter = text.substring(at + 9, end).strip();
    at = end;
  }

  private boolean startsDashComment() {
    return text.startsWith("--", at)
        && (at + 2 == text.length() || Character.isWhitespace(text.charAt(at + 2)));
  }

  private int endOf(String mark) {
    int found = text.indexOf(mark, at);
    return found < 0 ? text.length() : found + mark.length();
  }

  /** A doubled quote ends one string and starts the next, which comes to the same. */
  private int endOfQuoted(char quote) {
    for (int i = at + 1; i < text.length(); i++) {
      if (text.charAt(i) == quote) {
        return i + 1;
      }
      if (text.charAt(i) == '\\' && quote != '`') {
        i++;
      }
    }
    return text.length();
  }
}
