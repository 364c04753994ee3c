package io.wherry.verify.table;

import io.wherry.common.model.TableId;

/**
 * How one table is compared.
 *
 * @param source its name on the source
 * @param target its name on the target
 * @param row how a row is hashed
 * @param key how a row is found
 * @param rowBytes average size of a row on the source
 */
public record TablePlan(TableId source, TableId target, RowText row, Key key, long rowBytes) {

  /** The table on the source, with the index its key walks. */
  public String fromSource() {
    return from(source, key.sourceIndex());
  }

  /** The table on the target, with the index its key walks. */
  public String fromTarget() {
    return from(target, key.targetIndex());
  }

  private static String from(TableId table, String index) {
    return index == null
        ? table.quoted()
        : table.quoted() + " FORCE INDEX (" + TableId.quote(index) + ")";
  }

  /** For people: the source's name, and the target's where it is another. */
  @Override
  public String toString() {
    return source.equals(target) ? source.toString() : source + " -> " + target;
  }
}
