package io.wherry.sink.sql;

import io.wherry.common.model.Column;

/**
 * A column as the target has it.
 *
 * @param name the exact name
 * @param type the type's first word, lower case: {@code varchar}, {@code enum}
 * @param charset of character columns, else null
 * @param fill where its values come from
 */
public record TargetColumn(String name, String type, String charset, Fill fill) {

  /** What happens to a column that an INSERT does not name. */
  public enum Fill {
    /** An expression gives it; it cannot be written. */
    GENERATED,
    /** It takes the next number. */
    AUTO_INCREMENT,
    /** It takes its default, or NULL. */
    DEFAULT,
    /** The INSERT fails. */
    REQUIRED
  }

  public boolean generated() {
    return fill == Fill.GENERATED;
  }

  /** Whether the wire column's bytes are this column's bytes. */
  boolean sameCharset(Column wire) {
    return wire.charset() == null
        || wire.charset().equals(charset)
        || "utf8".equals(wire.charset()) && "utf8mb3".equals(charset);
  }
}
