package io.wherry.sink.ledger;

import java.util.Optional;

/**
 * A statement under way that commits by itself, written to the ledger before it runs: what is found
 * afterwards tells whether it ran.
 *
 * @param offset of the record that carries it
 * @param before SHOW CREATE TABLE before it; empty where the table did not exist
 */
public record Intent(long offset, Optional<String> before) {
  private static final String ABSENT = "absent";
  private static final String PRESENT = "present";

  /** The text in the ledger: offset and a word in the first line, the definition behind it. */
  String text() {
    return offset + " " + before.map(b -> PRESENT + "\n" + b).orElse(ABSENT);
  }

  /**
   * Reads {@link #text()}.
   *
   * @throws IllegalArgumentException if the text has another form
   */
  static Intent parse(String text) {
    int line = text.indexOf('\n');
    String[] words = (line < 0 ? text : text.substring(0, line)).split(" ");
    if (words.length != 2 || !words[1].equals(line < 0 ? ABSENT : PRESENT)) {
      throw new IllegalArgumentException("the ledger's intent is not of a form this release knows");
    }
    return new Intent(
        Long.parseLong(words[0]),
        line < 0 ? Optional.empty() : Optional.of(text.substring(line + 1)));
  }
}
