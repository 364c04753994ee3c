package io.wherry.verify.table;

import java.util.List;

/**
 * What identifies a row: its key's values as {@link KeyColumn#read} gives them, or its hash where
 * the table has no key.
 */
public record RowId(List<String> texts) {
  public RowId {
    texts = List.copyOf(texts);
  }
}
