package io.wherry.sink.sql;

import io.wherry.common.model.Row;
import io.wherry.common.wire.Entry;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.errors.DataException;

/**
 * Applies changes of a table without a key one by one, in order: equal rows are a number of rows,
 * and each delete takes exactly one that is equal byte for byte. Used by one thread.
 */
final class KeylessChanges {
  private final TableSession session;
  private final RowStatements statements;
  private final List<Row> inserts = new ArrayList<>();

  KeylessChanges(TableSession session) {
    this.session = session;
    this.statements = new RowStatements(session);
  }

  void apply(List<Entry> changes) throws SQLException {
    for (Entry change : changes) {
      if (change instanceof Entry.Insert insert) {
        inserts.add(insert.after());
      } else if (change instanceof Entry.Delete delete) {
        deleteOne(delete.before());
      } else if (change instanceof Entry.Update update) {
        deleteOne(update.before());
        inserts.add(update.after());
      } else {
        throw new IllegalArgumentException("not a row change: " + change.getClass());
      }
    }
    insertPending();
  }

  private void insertPending() throws SQLException {
    statements.insert(inserts);
    inserts.clear();
  }

  private void deleteOne(Row row) throws SQLException {
    insertPending();
    Binding binding = session.binding();
    SqlText sql = new SqlText().sql("DELETE FROM ").name(binding.table().id());
    String before = " WHERE ";
    for (BoundColumn c : binding.columns()) {
      Predicate.sameBytes(sql.sql(before), c, row.get(c.index()));
      before = " AND ";
    }
    long affected = session.run(sql.sql(" LIMIT 1"));
    if (affected != 1) {
      throw noSuchRow();
    }
  }

  private DataException noSuchRow() {
    return session
        .refusal()
        .unexpected("a row that changed on the source is not there with these values");
  }
}
