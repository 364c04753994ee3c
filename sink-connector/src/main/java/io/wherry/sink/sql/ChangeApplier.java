package io.wherry.sink.sql;

import io.wherry.common.model.Columns;
import io.wherry.common.model.Row;
import io.wherry.common.wire.Entry;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Applies row changes of one lane inside the caller's transaction. Right as long as the target's
 * table holds nothing but rows of the lane's own history; where it does not, the changes fail
 * rather than touch another row.
 */
public final class ChangeApplier {
  private ChangeApplier() {}

  /**
   * Applies inserts, updates and deletes, none of them a transaction mark. On any exception the
   * caller rolls back.
   *
   * @throws org.apache.kafka.connect.errors.DataException where a change cannot be applied as it is
   */
  public static void apply(
      Connection connection, TargetTable table, Columns columns, List<Entry> changes)
      throws SQLException {
    TableSession session = new TableSession(connection, Binding.of(table, columns));
    try {
      if (columns.keyed()) {
        applyKeyed(session, changes);
      } else {
        new KeylessChanges(session).apply(changes);
      }
    } catch (DuplicateRows e) {
      throw session.refusal().duplicate(e);
    }
  }

  private static void applyKeyed(TableSession session, List<Entry> changes) throws SQLException {
    Binding binding = session.binding();
    BitSet unique = binding.uniqueColumns();
    Reduction reduction = Reduction.of(binding.wire(), changes, unique);
    RowStatements statements = new RowStatements(session);
    boolean simple = binding.upsertable() && binding.secondaryKeys().isEmpty();
    List<Row> deletes = new ArrayList<>(reduction.gone());
    List<Row> inserts = new ArrayList<>();
    List<Row> upserts = new ArrayList<>();
    (simple ? upserts : inserts).addAll(reduction.replaced());
    (binding.upsertable() ? upserts : inserts).addAll(reduction.kept());
    deletes.addAll(statements.identities(inserts));
    statements.delete(deletes);
    statements.insert(inserts);
    statements.upsert(upserts);
  }
}
