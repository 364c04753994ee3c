package io.wherry.verify.server;

import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the source's position. {@link #now} is a set that holds at least every transaction that a
 * read which has already ended can have seen.
 */
public final class SourcePosition {

  private final Server source;

  public SourcePosition(Server source) {
    this.source = source;
  }

  /** The transactions that are done. */
  public String executed() throws SQLException {
    return source.row("SELECT @@GLOBAL.gtid_executed", r -> r.getString(1).replaceAll("\\s", ""));
  }

  /**
   * As {@link #executed}, with those that readers may see already although they are not in it yet:
   * a transaction is visible before it is listed as executed, and owned until then. The owned ones
   * are read first, so that one that ends between both reads is in either.
   */
  public String now() throws SQLException {
    String owned = source.row("SELECT @@GLOBAL.gtid_owned", r -> owned(r.getString(1)));
    String executed = executed();
    return owned.isEmpty() ? executed : executed.isEmpty() ? owned : executed + "," + owned;
  }

  /** The transactions in {@code uuid:5#41:6#42, ..}, as a GTID set. */
  static String owned(String text) {
    StringBuilder set = new StringBuilder();
    for (String part : text.replaceAll("\\s", "").split(",")) {
      Matcher source = Pattern.compile("^[0-9a-fA-F-]{36}(?=:)").matcher(part);
      if (!source.find()) {
        continue;
      }
      String from = source.group();
      for (String item : part.substring(source.end() + 1).split(":")) {
        int thread = item.indexOf('#');
        if (thread < 0) {
          from = source.group() + ":" + item;
        } else {
          set.append(set.isEmpty() ? "" : ",").append(from).append(':').append(item, 0, thread);
        }
      }
    }
    return set.toString();
  }
}
