package io.wherry.source.tail;

import io.wherry.common.model.Column;
import io.wherry.common.model.Columns;
import io.wherry.common.model.TableId;
import io.wherry.common.model.ValueKind;
import io.wherry.common.mysql.TableFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads the content of TABLE_MAP events. All it knows of a table comes from the event, which needs
 * {@code binlog_row_metadata=FULL} on the source. Owned by the tail's thread.
 */
final class TableMapParser {
  private final TableFilter filter;
  private final Map<Integer, String> charsets;
  private final ColumnTypes types;

  /**
   * @param charsets character set names by collation number
   */
  TableMapParser(TableFilter filter, Map<Integer, String> charsets, AsciiBuffer buffer) {
    this.filter = filter;
    this.charsets = charsets;
    this.types = new ColumnTypes(buffer);
  }

  /** Reads from behind the table's number and flags. */
  TableMap parse(ByteCursor in) {
    TableId id = new TableId(readName(in), readName(in));
    if (!filter.includes(id)) {
      return TableMap.ignored(id);
    }
    List<ColumnTypes.Raw> raw = readTypes(in);
    TableMetadata metadata = TableMetadata.read(in, raw);
    if (metadata.names().size() != raw.size()) {
      throw Refusal.setting(
          "the log names no columns of table " + id,
          "set binlog_row_metadata=FULL on the source (SET PERSIST) and let transactions older"
              + " than that end");
    }
    return build(id, raw, metadata);
  }

  private static String readName(ByteCursor in) {
    String name = in.readText(in.readByte());
    in.skip(1);
    return name;
  }

  private static List<ColumnTypes.Raw> readTypes(ByteCursor in) {
    int count = in.readPacked();
    byte[] types = in.readBytes(count);
    ByteCursor meta = in.slice(in.readPacked());
    List<ColumnTypes.Raw> raw = new ArrayList<>(count);
    for (byte type : types) {
      raw.add(ColumnTypes.Raw.read(type & 0xFF, meta));
    }
    in.skip((count + 7) / 8);
    return raw;
  }

  private TableMap build(TableId id, List<ColumnTypes.Raw> raw, TableMetadata metadata) {
    List<Column> moved = new ArrayList<>();
    Cell[] cells = new Cell[raw.size()];
    int[] slots = new int[raw.size()];
    for (int i = 0; i < cells.length; i++) {
      String name = metadata.names().get(i);
      String charset = charset(id, name, metadata.collation(i));
      ValueKind kind = kind(id, name, raw.get(i), charset);
      cells[i] =
          metadata.unsigned().get(i)
              ? types.unsigned(raw.get(i), kind)
              : types.cell(raw.get(i), kind);
      slots[i] = filter.includesColumn(id, name) ? moved.size() : -1;
      if (slots[i] >= 0) {
        String own = kind == ValueKind.TEXT ? charset : null;
        moved.add(new Column(name, kind, own, metadata.keyOrdinal(i)));
      }
    }
    return new TableMap(id, new Columns(moved), cells, slots);
  }

  private static ValueKind kind(TableId id, String column, ColumnTypes.Raw raw, String charset) {
    try {
      return ColumnTypes.kind(raw, charset);
    } catch (Refusal r) {
      throw Refusal.snapshot("column " + column + " of table " + id + ": " + r.getMessage());
    }
  }

  private String charset(TableId id, String column, int collation) {
    if (collation == TableMetadata.NO_COLLATION) {
      return null;
    }
    String charset = charsets.get(collation);
    if (charset == null) {
      throw Refusal.snapshot(
          "column " + column + " of table " + id + " has the unknown collation " + collation);
    }
    return charset;
  }
}
