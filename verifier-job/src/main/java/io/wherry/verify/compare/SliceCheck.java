package io.wherry.verify.compare;

import io.wherry.verify.compare.RowDifference.Kind;
import io.wherry.verify.table.RowId;
import io.wherry.verify.table.TablePlan;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Decides one slice: equal by its checksum, or, after it was read again behind fresh positions,
 * which of its rows differ. Keeps nothing between two slices.
 */
final class SliceCheck {
  private static final int REREADS = 2;
  private static final long MOST_LISTED = 20_000;
  private static final long FEWEST_LISTED = 100;
  private static final long LISTED_BYTES = 8 << 20;
  private static final int BUCKET_ROWS = 2_000;
  private static final int MOST_BUCKETS = 1 << 16;

  private final TableReader reader;
  private final CatchUp catchUp;
  private final RowCheck rows;
  private final RowNaming naming;

  SliceCheck(TableReader reader, CatchUp catchUp) {
    this.reader = reader;
    this.catchUp = catchUp;
    this.rows = new RowCheck(reader, catchUp);
    this.naming = new RowNaming(reader);
  }

  /**
   * The outcome.
   *
   * @param rows on the source
   * @param found nothing where the slice is equal
   */
  record Outcome(long rows, Differences found) {}

  /** Compares a slice to the end. */
  Outcome check(TablePlan plan, Slice slice, ReportLimit limit) throws SQLException {
    Both<Checksum> last = reader.both(side -> reader.checksum(side, plan, slice));
    Set<Checksum> seen = new HashSet<>(Set.of(last.source()));
    for (int i = 0; !last.same() && i < REREADS; i++) {
      last = readAgain(plan, slice, seen);
    }
    Differences found = last.same() ? Differences.NONE : narrow(plan, slice, last, limit);
    return new Outcome(last.source().count(), found);
  }

  /**
   * Reads behind a position of its own. The target may be right while the source moves on: it has
   * to show a state that the source has shown.
   */
  private Both<Checksum> readAgain(TablePlan plan, Slice slice, Set<Checksum> seen)
      throws SQLException {
    seen.add(reader.checksum(Side.SOURCE, plan, slice));
    catchUp.await(plan.source());
    Checksum target = reader.checksum(Side.TARGET, plan, slice);
    Checksum source = reader.checksum(Side.SOURCE, plan, slice);
    seen.add(source);
    return seen.contains(target) ? new Both<>(target, target) : new Both<>(source, target);
  }

  private Differences narrow(TablePlan plan, Slice slice, Both<Checksum> last, ReportLimit limit)
      throws SQLException {
    long larger = Math.max(last.source().count(), last.target().count());
    if (larger <= mostListed(plan)) {
      return list(plan, slice, limit);
    }
    if (last.source().count() == 0 || last.target().count() == 0) {
      return oneSided(plan, slice, last, limit);
    }
    if (plan.key().ordered()) {
      return halve(plan, (Slice.Range) slice, last, limit);
    }
    return slice == Slice.Range.ALL ? spread(plan, larger, limit) : list(plan, slice, limit);
  }

  /** Nothing on one side: every row differs, and there may be too many to list. */
  private Differences oneSided(TablePlan plan, Slice slice, Both<Checksum> last, ReportLimit limit)
      throws SQLException {
    boolean missing = last.target().count() == 0;
    long count = missing ? last.source().count() : last.target().count();
    Side side = missing ? Side.SOURCE : Side.TARGET;
    List<RowDifference> shown = new ArrayList<>();
    for (RowId row : reader.first(side, plan, slice, limit.take(count))) {
      shown.add(naming.name(plan, row, missing ? Kind.MISSING : Kind.EXTRA));
    }
    return Differences.of(shown, count, 0);
  }

  private Differences halve(
      TablePlan plan, Slice.Range range, Both<Checksum> last, ReportLimit limit)
      throws SQLException {
    boolean sourceLarger = last.source().count() >= last.target().count();
    Checksum larger = sourceLarger ? last.source() : last.target();
    Side side = sourceLarger ? Side.SOURCE : Side.TARGET;
    Optional<RowId> middle = reader.keyAt(side, plan, range, larger.count() / 2 - 1);
    if (middle.isEmpty() || middle.get().equals(range.upTo())) {
      return list(plan, range, limit);
    }
    return half(plan, new Slice.Range(range.after(), middle.get()), limit)
        .plus(half(plan, new Slice.Range(middle.get(), range.upTo()), limit));
  }

  private Differences half(TablePlan plan, Slice half, ReportLimit limit) throws SQLException {
    Both<Checksum> both = reader.both(side -> reader.checksum(side, plan, half));
    return both.same() ? Differences.NONE : narrow(plan, half, both, limit);
  }

  /** Looks for the differing part of a table without a common order: one scan for all buckets. */
  private Differences spread(TablePlan plan, long count, ReportLimit limit) throws SQLException {
    int modulus =
        (int) Math.min(MOST_BUCKETS, Math.max(16, count / Math.min(BUCKET_ROWS, mostListed(plan))));
    Both<Map<Integer, Checksum>> both = reader.both(side -> reader.buckets(side, plan, modulus));
    Set<Integer> all = new TreeSet<>(both.source().keySet());
    all.addAll(both.target().keySet());
    Differences found = Differences.NONE;
    List<Integer> some = new ArrayList<>();
    long size = 0;
    for (int bucket : all) {
      Checksum source = both.source().get(bucket);
      Checksum target = both.target().get(bucket);
      if (Objects.equals(source, target)) {
        continue;
      }
      some.add(bucket);
      size += Math.max(count(source), count(target));
      if (size >= mostListed(plan)) {
        found = found.plus(list(plan, new Slice.Buckets(modulus, List.copyOf(some)), limit));
        some.clear();
        size = 0;
      }
    }
    return some.isEmpty() ? found : found.plus(list(plan, new Slice.Buckets(modulus, some), limit));
  }

  /** So many rows' keys are held in memory at once; a row is no smaller than its key. */
  private static long mostListed(TablePlan plan) {
    return Math.max(FEWEST_LISTED, Math.min(MOST_LISTED, LISTED_BYTES / plan.rowBytes()));
  }

  private static long count(Checksum checksum) {
    return checksum == null ? 0 : checksum.count();
  }

  private Differences list(TablePlan plan, Slice slice, ReportLimit limit) throws SQLException {
    Both<Map<RowId, Checksum>> both = reader.both(side -> reader.list(side, plan, slice));
    Set<RowId> suspects = new LinkedHashSet<>(both.source().keySet());
    suspects.addAll(both.target().keySet());
    suspects.removeIf(r -> Objects.equals(both.source().get(r), both.target().get(r)));
    RowCheck.Outcome outcome = rows.decide(plan, slice, suspects);
    List<RowDifference> shown = new ArrayList<>();
    long differing = 0;
    for (Map.Entry<RowId, Both<Checksum>> e : outcome.different().entrySet()) {
      differing += naming.weight(plan, e.getValue());
      if (limit.take(1) == 1) {
        shown.add(naming.name(plan, e.getKey(), e.getValue()));
      }
    }
    for (RowId row : outcome.unsettled()) {
      if (limit.take(1) == 1) {
        shown.add(naming.name(plan, row, Kind.UNSETTLED));
      }
    }
    return Differences.of(shown, differing, outcome.unsettled().size());
  }
}
