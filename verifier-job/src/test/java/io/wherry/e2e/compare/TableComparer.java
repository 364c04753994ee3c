package io.wherry.e2e.compare;

import io.wherry.common.model.TableId;
import io.wherry.common.mysql.ServerAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeSet;

/**
 * Compares all tables of some databases on two servers: definitions line by line, rows byte by
 * byte. Knows nothing of checksums and shares no value code with the connectors or the verifier.
 */
public final class TableComparer {
  private static final int SHOWN = 5;

  private final ServerAddress source;
  private final ServerAddress target;

  public TableComparer(ServerAddress source, ServerAddress target) {
    this.source = source;
    this.target = target;
  }

  /** Rows that only one side has: by digest, as often as one side has them more. */
  private static final class Surplus {
    private final Map<String, Integer> counts = new HashMap<>();
    private final Map<String, String> labels = new HashMap<>();
    private final ComparedTable table;

    Surplus(ComparedTable table) {
      this.table = table;
    }

    void add(StoredRow row, int count) {
      if (row == null) {
        return;
      }
      String digest = row.digest();
      if (counts.merge(digest, count, Integer::sum) == 0) {
        counts.remove(digest);
        labels.remove(digest);
      } else {
        labels.put(digest, row.label(table));
      }
    }

    List<String> describe() {
      List<String> lines = new ArrayList<>();
      counts.forEach(
          (digest, count) ->
              lines.add(
                  table.id()
                      + (count > 0 ? ": only on the source: " : ": only on the target: ")
                      + labels.get(digest)
                      + (Math.abs(count) > 1 ? " (" + Math.abs(count) + " times)" : "")));
      lines.sort(null);
      return lines;
    }
  }

  /** Compares what stands in these databases now; writes must have stopped. */
  public ComparisonReport compare(Collection<String> databases) throws SQLException {
    try (Connection a = RowStream.session(source);
        Connection b = RowStream.session(target)) {
      SortedMap<TableId, ComparedTable> left = Catalog.read(a, databases);
      SortedMap<TableId, ComparedTable> right = Catalog.read(b, databases);
      ComparisonReport report = new ComparisonReport(SHOWN);
      TreeSet<TableId> all = new TreeSet<>(left.keySet());
      all.addAll(right.keySet());
      for (TableId id : all) {
        if (sameDefinition(left.get(id), right.get(id), report)) {
          compareRows(a, b, left.get(id), report);
        }
      }
      return report;
    }
  }

  private static boolean sameDefinition(
      ComparedTable left, ComparedTable right, ComparisonReport report) {
    if (left == null || right == null) {
      TableId id = left == null ? right.id() : left.id();
      report.different(id + ": only on the " + (left == null ? "target" : "source"));
      return false;
    }
    if (left.definition().equals(right.definition())) {
      return true;
    }
    List<String> missing = new ArrayList<>(left.definition());
    missing.removeAll(right.definition());
    List<String> extra = new ArrayList<>(right.definition());
    extra.removeAll(left.definition());
    report.different(
        left.id() + ": defined otherwise: source has " + missing + ", target has " + extra);
    return left.columnNames().equals(right.columnNames());
  }

  private static void compareRows(
      Connection a, Connection b, ComparedTable table, ComparisonReport report)
      throws SQLException {
    Surplus surplus = new Surplus(table);
    try (RowStream left = RowStream.open(a, table);
        RowStream right = RowStream.open(b, table)) {
      StoredRow l = left.next();
      StoredRow r = right.next();
      while (l != null || r != null) {
        if (l != null) {
          report.countRow();
        }
        if (l == null || !l.sameAs(r)) {
          surplus.add(l, 1);
          surplus.add(r, -1);
        }
        l = l == null ? null : left.next();
        r = r == null ? null : right.next();
      }
    }
    report.countTable();
    surplus.describe().forEach(report::different);
  }
}
