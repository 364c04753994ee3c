package io.wherry.sink.sql;

import java.util.List;

/**
 * A unique key of the target, the primary one included.
 *
 * @param name as SHOW INDEX prints it
 * @param columns names of the columns it is made of; expressions have none
 * @param plain whether it is made of whole columns only: no prefix, no expression
 * @param touchesAll whether any column of a row may decide its value: an expression, a prefix or a
 *     generated column is in it
 */
public record UniqueKey(String name, List<String> columns, boolean plain, boolean touchesAll) {

  public UniqueKey {
    columns = List.copyOf(columns);
  }

  /** Whether it holds exactly these columns, in any order. */
  boolean isOn(List<String> names) {
    return plain
        && columns.size() == names.size()
        && columns.stream().allMatch(c -> names.stream().anyMatch(c::equalsIgnoreCase));
  }
}
