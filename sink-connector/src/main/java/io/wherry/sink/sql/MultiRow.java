package io.wherry.sink.sql;

import java.sql.SQLException;

/**
 * One kind of statement over many rows: a head, items with commas or words between them, a tail.
 * Cut into statements of about a megabyte; only a single item larger than that makes a larger one.
 * Used by one thread.
 */
final class MultiRow {
  /** Gains flatten here; far below every server's max_allowed_packet. */
  static final int MAX_BYTES = 1 << 20;

  /** What the number of affected rows must be for that many items. */
  enum Affects {
    /** INSERT. */
    EXACTLY {
      @Override
      boolean fits(long affected, int items) {
        return affected == items;
      }
    },
    /** ON DUPLICATE KEY UPDATE counts an update twice. */
    ONCE_OR_TWICE {
      @Override
      boolean fits(long affected, int items) {
        return affected >= items && affected <= 2L * items;
      }
    },
    /** DELETE of rows that may not be there yet. */
    AT_MOST {
      @Override
      boolean fits(long affected, int items) {
        return affected <= items;
      }
    };

    abstract boolean fits(long affected, int items);
  }

  /**
   * The fixed parts.
   *
   * @param between items
   * @param maxItems in one statement
   */
  record Shape(SqlText head, String between, SqlText tail, int maxItems, Affects affects) {}

  private final TableSession session;
  private final Shape shape;
  private final SqlText text = new SqlText(1 << 16);
  private int items;
  private int itemBegin;

  MultiRow(TableSession session, Shape shape) {
    this.session = session;
    this.shape = shape;
  }

  /** Where the next item's text goes; end it with {@link #endItem}. */
  SqlText beginItem() {
    if (items == 0) {
      text.cut(0);
      text.raw(shape.head().from(0));
    }
    itemBegin = text.size();
    return items == 0 ? text : text.sql(shape.between());
  }

  /** Ends an item and sends what is full. */
  void endItem() throws SQLException {
    if (items > 0 && text.size() > MAX_BYTES) {
      byte[] last = text.from(itemBegin + shape.between().length());
      text.cut(itemBegin);
      finish();
      beginItem().raw(last);
    }
    items++;
    if (items >= shape.maxItems() || text.size() > MAX_BYTES) {
      finish();
    }
  }

  /** Sends what is left. */
  void finish() throws SQLException {
    if (items == 0) {
      return;
    }
    text.raw(shape.tail().from(0));
    long affected = session.run(text);
    if (!shape.affects().fits(affected, items)) {
      throw session
          .refusal()
          .unexpected("a statement over " + items + " rows affected " + affected);
    }
    items = 0;
  }
}
