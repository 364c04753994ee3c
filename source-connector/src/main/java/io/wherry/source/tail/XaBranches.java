package io.wherry.source.tail;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The XA transactions seen being prepared that touch nothing we move: only those may be committed
 * later. Owned by the tail's thread.
 */
final class XaBranches {
  private static final int KEPT = 100_000;
  private static final String START = "XA START ";
  private static final String COMMIT = "XA COMMIT ";

  private final Set<String> harmless = new LinkedHashSet<>();
  private String open;

  /** Reads the server's own text of an XA statement. */
  void statement(byte[] sql) {
    String text = new String(sql, StandardCharsets.US_ASCII);
    if (text.startsWith(START)) {
      open = text.substring(START.length());
    } else if (text.startsWith(COMMIT) && !harmless.remove(text.substring(COMMIT.length()))) {
      throw Refusal.snapshot(
          "an XA transaction is committed that was prepared before the tail's start; its rows"
              + " may be missing");
    }
  }

  /** Whether the transaction under way is one of XA. */
  boolean isOpen() {
    return open != null;
  }

  /** The transaction is prepared, and nothing of it was refused. */
  void prepared() {
    if (harmless.size() >= KEPT) {
      harmless.remove(harmless.iterator().next());
    }
    harmless.add(open);
    open = null;
  }
}
