package io.wherry.sink.lane;

import io.wherry.common.model.GtidSet;
import io.wherry.common.model.Position;
import io.wherry.common.wire.Batch;
import io.wherry.common.wire.BatchKind;
import io.wherry.common.wire.Ddl;
import io.wherry.common.wire.Entry;
import io.wherry.common.wire.EntryReader;
import io.wherry.common.wire.Span;
import io.wherry.common.wire.Stamp;
import io.wherry.sink.ledger.Progress;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.errors.DataException;

/**
 * What a record means to a lane that stands at some progress. Pure: the same progress and record
 * always give the same answer, so a replay ends where the first try would have.
 */
final class LaneRules {
  private LaneRules() {}

  /** Whether a record of this stamp was counted before: its content is in the target. */
  static boolean duplicate(Progress progress, Stamp stamp) {
    return stamp.run().equals(progress.stamp().run())
        && stamp.number() <= progress.stamp().number();
  }

  /**
   * Whether the table is read again from its beginning: whatever the lane had counts no more. A
   * restart record says so, and a definition of a newer generation: its run knew of no earlier one,
   * whose offsets were never stored.
   */
  static boolean startsOver(Progress progress, Batch batch) {
    if (progress.untouched() || batch.stamp().generation() <= progress.stamp().generation()) {
      return false;
    }
    return batch.kind() == BatchKind.RESTART
        || batch.kind() == BatchKind.SCHEMA
            && Ddl.of(batch.payload()).origin() == Ddl.Origin.DEFINITION;
  }

  /** Whether the batch belongs to an earlier reading of the table: its content counts no more. */
  static boolean outdated(Progress progress, Batch batch) {
    return batch.stamp().generation() < progress.stamp().generation();
  }

  /**
   * Holds that nothing is missing before the batch.
   *
   * @param firstNumber number of the batch's first piece
   * @throws DataException naming what is missing
   */
  static void checkContinues(Progress progress, Batch batch, long firstNumber) {
    if (batch.stamp().run().equals(progress.stamp().run())) {
      checkNumber(progress, firstNumber);
    } else {
      checkNewRun(progress, batch, firstNumber);
    }
    boolean newer = batch.stamp().generation() > progress.stamp().generation();
    boolean announces = batch.kind() == BatchKind.RESTART || batch.kind() == BatchKind.SCHEMA;
    if (newer && !progress.untouched() && !announces) {
      throw new DataException(
          "a record of generation "
              + batch.stamp().generation()
              + " came while the lane is at generation "
              + progress.stamp().generation()
              + ": the restart record between them was lost");
    }
  }

  private static void checkNumber(Progress progress, long firstNumber) {
    if (firstNumber != progress.stamp().number() + 1) {
      throw new DataException(
          "records are missing: the last one applied is number "
              + progress.stamp().number()
              + " of run "
              + progress.stamp().run()
              + ", this one is number "
              + firstNumber);
    }
  }

  private static void checkNewRun(Progress progress, Batch batch, long firstNumber) {
    if (firstNumber != 0) {
      throw new DataException(
          "records are missing: the last one applied is number "
              + progress.stamp().number()
              + " of run '"
              + progress.stamp().run()
              + "', this one is number "
              + firstNumber
              + " of run "
              + batch.stamp().run());
    }
    if (progress.untouched() || startsOver(progress, batch)) {
      return;
    }
    Position from = batch.span().from();
    if (from == null || !from.gtids().isSubsetOf(progress.gtids())) {
      throw new DataException(
          "the end of run "
              + progress.stamp().run()
              + " was lost: the lane stands at "
              + progress.gtids()
              + ", run "
              + batch.stamp().run()
              + " goes on from "
              + (from == null ? "nowhere" : from.gtids()));
    }
  }

  /** The progress once the batch's content, whole, is in the target. */
  static Progress after(Progress progress, Batch batch) {
    Progress next = progress.stamped(batch.stamp());
    boolean restart = batch.kind() == BatchKind.RESTART && !sameGeneration(progress, batch);
    if (restart || startsOver(progress, batch)) {
      return next.reaching(withoutFrom(batch.span())).withSnapshotDue();
    }
    Progress moved = next.reaching(furthest(progress.reached(), batch.span()));
    boolean done = batch.kind() == BatchKind.ROWS && batch.payload().last();
    return done ? moved.withSnapshotDone() : moved;
  }

  /** The progress once an outdated batch is passed over: only its number counts. */
  static Progress afterOutdated(Progress progress, Batch batch) {
    Stamp stamp = batch.stamp();
    return progress.stamped(new Stamp(stamp.run(), stamp.number(), progress.stamp().generation()));
  }

  static boolean sameGeneration(Progress progress, Batch batch) {
    return progress.stamp().generation() == batch.stamp().generation();
  }

  /**
   * What of the log is in the target when both are. A new run starts behind what the lane has and
   * says so in every span until it has caught up, so a span never takes anything back.
   */
  static Span furthest(Span have, Span told) {
    Position to = furthest(have.to(), told.to());
    boolean oldOpen = open(have, to.gtids());
    boolean newOpen = open(told, to.gtids());
    if (oldOpen && newOpen && !have.partialGtid().equals(told.partialGtid())) {
      throw new DataException(
          "transaction "
              + have.partialGtid()
              + " is applied in part, and the log goes on inside transaction "
              + told.partialGtid());
    }
    if (!oldOpen && !newOpen) {
      return Span.at(to);
    }
    long sequence =
        Math.max(oldOpen ? have.partialSequence() : 0, newOpen ? told.partialSequence() : 0);
    return new Span(null, to, oldOpen ? have.partialGtid() : told.partialGtid(), sequence);
  }

  private static Position furthest(Position have, Position told) {
    if (have.gtids().isSubsetOf(told.gtids())) {
      return told;
    }
    GtidSet both = have.gtids().plusAll(told.gtids());
    return both.equals(have.gtids()) ? have : new Position(both, told.file(), told.offset());
  }

  /** The same with one more whole transaction in the target. */
  static Progress including(Progress progress, String gtid) {
    Position to = progress.reached().to();
    Position with = new Position(to.gtids().plus(gtid), to.file(), to.offset());
    return progress.reaching(furthest(progress.reached(), Span.at(with)));
  }

  private static boolean open(Span span, GtidSet complete) {
    return span.partialGtid() != null && !complete.contains(span.partialGtid());
  }

  private static Span withoutFrom(Span span) {
    return new Span(null, span.to(), span.partialGtid(), span.partialSequence());
  }

  /** The changes of a batch that are not in the target yet. */
  static List<Entry> news(Progress progress, Batch batch) {
    EntryReader reader = new EntryReader(batch.payload());
    List<Entry> news = new ArrayList<>(batch.payload().rows());
    Transactions seen = new Transactions(progress);
    while (reader.hasMore()) {
      Entry entry = reader.next();
      if (entry instanceof Entry.Transaction begin) {
        seen.begin(begin);
      } else if (seen.nextIsNew()) {
        news.add(entry);
      }
    }
    return news;
  }

  /** Counts changes through the transactions of one batch. */
  private static final class Transactions {
    private final Progress progress;
    private long sequence = -1;
    private long newFrom;

    Transactions(Progress progress) {
      this.progress = progress;
    }

    void begin(Entry.Transaction transaction) {
      String gtid = transaction.gtid();
      sequence = transaction.sequence();
      newFrom =
          gtid.equals(progress.reached().partialGtid()) ? progress.reached().partialSequence() : 0;
      if (progress.gtids().contains(gtid)) {
        newFrom = Long.MAX_VALUE;
      }
    }

    boolean nextIsNew() {
      if (sequence < 0) {
        throw new DataException("batch data: a change outside any transaction");
      }
      return sequence++ >= newFrom;
    }
  }
}
