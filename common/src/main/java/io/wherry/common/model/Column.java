package io.wherry.common.model;

/**
 * A column as a batch describes it.
 *
 * @param name the exact name
 * @param kind how its values are written as bytes
 * @param charset the MySQL character set of a {@link ValueKind#TEXT} column, else null
 * @param keyOrdinal 1 for the first column of the row's identity (primary key, or the unique and
 *     NOT NULL key that stands in for it), 2 for the next; 0 outside it
 */
public record Column(String name, ValueKind kind, String charset, int keyOrdinal) {

  public Column {
    if (kind == ValueKind.TEXT && charset == null) {
      throw new IllegalArgumentException("text column " + name + " without a character set");
    }
  }
}
