package io.wherry.source.tail;

import io.wherry.common.model.Columns;
import io.wherry.common.model.Row;
import io.wherry.common.model.TableId;

/**
 * What one TABLE_MAP event says: how to read the rows behind it. Made once per content, so that the
 * column list is the same object for equal maps.
 *
 * @param id the table
 * @param columns the moved columns; null for a table that is not moved
 * @param cells how to read each column of the image, moved or not
 * @param slots per column of the image its index among the moved ones, -1 for an excluded one
 */
record TableMap(TableId id, Columns columns, Cell[] cells, int[] slots) {
  /** Stands for no table at all. */
  static final TableMap NONE = ignored(new TableId("", ""));

  /** A table we do not move: nothing of it is read. */
  static TableMap ignored(TableId id) {
    return new TableMap(id, null, null, null);
  }

  boolean included() {
    return columns != null;
  }

  /** Reads the next row image, which must hold all columns. */
  Row readRow(ByteCursor in) {
    int nulls = in.position();
    in.skip((cells.length + 7) / 8);
    byte[][] values = new byte[columns.size()][];
    for (int i = 0; i < cells.length; i++) {
      if ((in.at(nulls + i / 8) >> i % 8 & 1) == 0) {
        byte[] value = cells[i].read(in);
        if (slots[i] >= 0) {
          values[slots[i]] = value;
        }
      }
    }
    return new Row(values);
  }
}
