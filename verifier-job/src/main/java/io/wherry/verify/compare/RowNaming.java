package io.wherry.verify.compare;

import io.wherry.verify.compare.RowDifference.Kind;
import io.wherry.verify.table.RowId;
import io.wherry.verify.table.TablePlan;
import java.math.BigInteger;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Says of a row that differs which one it is and how, without any value but its key's. */
final class RowNaming {
  private final TableReader reader;

  RowNaming(TableReader reader) {
    this.reader = reader;
  }

  /** Names a row by what each server has of it; null where it has none. */
  RowDifference name(TablePlan plan, RowId row, Both<Checksum> both) throws SQLException {
    if (!plan.key().present()) {
      return name(plan, row, count(both.source()), count(both.target()));
    }
    if (both.target() == null) {
      return name(plan, row, Kind.MISSING);
    }
    if (both.source() == null) {
      return name(plan, row, Kind.EXTRA);
    }
    return new RowDifference(show(plan, row), Kind.DIFFERENT, columns(plan, row, both));
  }

  RowDifference name(TablePlan plan, RowId row, Kind kind) {
    return new RowDifference(show(plan, row), kind, List.of());
  }

  /** Equal rows without a key: more or fewer of them. */
  private static RowDifference name(TablePlan plan, RowId row, long source, long target) {
    return new RowDifference(
        show(plan, row),
        source > target ? Kind.MISSING : Kind.EXTRA,
        List.of(source + " on the source, " + target + " on the target"));
  }

  /** How many rows differ: without a key, as many as there are more on one side. */
  long weight(TablePlan plan, Both<Checksum> both) {
    return plan.key().present() ? 1 : Math.abs(count(both.source()) - count(both.target()));
  }

  private static long count(Checksum checksum) {
    return checksum == null ? 0 : checksum.count();
  }

  private static String show(TablePlan plan, RowId row) {
    return plan.key().present()
        ? "key=" + plan.key().show(row)
        : "row hash=" + String.format("%016x", new BigInteger(row.texts().get(0)));
  }

  private List<String> columns(TablePlan plan, RowId row, Both<Checksum> both) throws SQLException {
    if (both.source().count() != both.target().count()) {
      return List.of(
          both.source().count()
              + " rows with this key on the source, "
              + both.target().count()
              + " on the target");
    }
    Both<List<String>> hashes = reader.both(side -> reader.columnHashes(side, plan, row));
    List<String> names = plan.row().columnNames();
    if (hashes.source().size() != names.size() || hashes.target().size() != names.size()) {
      return List.of();
    }
    List<String> differing = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      if (!hashes.source().get(i).equals(hashes.target().get(i))) {
        differing.add(names.get(i));
      }
    }
    return differing.isEmpty() ? List.of() : List.of("columns " + String.join(", ", differing));
  }
}
