package io.wherry.verify.compare;

import java.util.List;

/**
 * What a run proved. Equal only when there are tables and each of them is equal.
 *
 * @param position of the source that every lane had passed before the first row was read
 * @param tables one a table, in order of names
 * @param seconds the whole run
 */
public record Report(String position, List<TableReport> tables, double seconds) {

  public Verdict verdict() {
    if (tables.stream().anyMatch(t -> t.verdict() == Verdict.DIFFERENT)) {
      return Verdict.DIFFERENT;
    }
    boolean equal =
        !tables.isEmpty() && tables.stream().allMatch(t -> t.verdict() == Verdict.EQUAL);
    return equal ? Verdict.EQUAL : Verdict.INCOMPLETE;
  }

  public long rows() {
    return tables.stream().mapToLong(TableReport::rows).sum();
  }

  public long differingRows() {
    return tables.stream().mapToLong(t -> t.found().differing()).sum();
  }

  /** The one line that scripts read. */
  public String lastLine() {
    String counts = verdict() + " tables=" + tables.size() + " rows=" + rows();
    return switch (verdict()) {
      case EQUAL -> counts;
      case DIFFERENT -> counts + " differing_rows=" + differingRows();
      case INCOMPLETE ->
          counts
              + " not_compared="
              + tables.stream().filter(t -> t.verdict() == Verdict.INCOMPLETE).count();
    };
  }
}
