package io.wherry.common.wire;

import io.wherry.common.model.Column;
import io.wherry.common.model.Columns;
import io.wherry.common.model.GtidSet;
import io.wherry.common.model.Position;
import io.wherry.common.model.TableId;
import io.wherry.common.model.ValueKind;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.errors.DataException;

/**
 * Turns lane record values, in order, back into batches and joins the pieces of large ones. One
 * instance a lane, used by one thread. A run that ends inside a large batch leaves pieces behind:
 * the next run's first record drops them, since that run writes the batch again.
 */
public final class BatchDecoder {
  private final ByteArrayOutputStream pieces = new ByteArrayOutputStream();
  private int piecesHeld;
  private Stamp pieceBefore;
  private long firstNumber;

  /**
   * Run, number and generation of one record value, without a look at its data.
   *
   * @throws DataException if the value is not a lane record
   */
  public static Stamp stampOf(Object value) {
    Fields f = Fields.of(value);
    return new Stamp(f.text("run"), f.number("number"), f.number("generation"));
  }

  /** The number of the first piece of the batch that was returned last. */
  public long firstNumber() {
    return firstNumber;
  }

  /** Whether pieces of an unfinished batch are held; it begins where they were read. */
  public boolean midway() {
    return piecesHeld > 0;
  }

  /**
   * Reads one record value.
   *
   * @param value a Struct, or a Map from a converter without schemas
   * @return the batch, or empty while pieces of it are still to come
   * @throws DataException if the value is not a lane record of a version that this code knows, or a
   *     piece is missing
   */
  public Optional<Batch> decode(Object value) {
    Fields fields = Fields.of(value);
    long version = fields.number("version");
    if (version != BatchSchema.VERSION) {
      throw new DataException(
          "batch version "
              + version
              + " is not "
              + BatchSchema.VERSION
              + ": run a source and a sink connector of the same release");
    }
    Batch head = head(fields);
    long piece = fields.number("piece");
    long count = fields.number("pieces");
    firstNumber = head.stamp().number() - piece;
    if (piece == 0) {
      drop();
    }
    if (count == 1) {
      return Optional.of(head);
    }
    return join(head, piece, count);
  }

  private Optional<Batch> join(Batch head, long piece, long count) {
    Stamp stamp = head.stamp();
    if (piece == piecesHeld - 1L && stamp.equals(pieceBefore)) {
      return Optional.empty();
    }
    if (piece != piecesHeld || piece > 0 && !follows(stamp)) {
      throw new DataException(
          "piece "
              + piece
              + " of "
              + count
              + " of a large row of "
              + head.table()
              + " came after "
              + piecesHeld
              + " pieces of run "
              + (pieceBefore == null ? "-" : pieceBefore.run())
              + ", this is "
              + stamp);
    }
    pieces.writeBytes(head.payload().data());
    piecesHeld++;
    pieceBefore = stamp;
    if (piecesHeld < count) {
      return Optional.empty();
    }
    Payload p = head.payload();
    Payload whole =
        new Payload(p.columns(), p.rows(), pieces.toByteArray(), p.sourceTimeMs(), p.last());
    drop();
    return Optional.of(new Batch(head.kind(), head.table(), stamp, head.span(), whole));
  }

  private boolean follows(Stamp stamp) {
    return stamp.run().equals(pieceBefore.run()) && stamp.number() == pieceBefore.number() + 1;
  }

  private void drop() {
    pieces.reset();
    piecesHeld = 0;
    pieceBefore = null;
  }

  private static Batch head(Fields f) {
    try {
      return new Batch(
          BatchKind.ofWireName(f.text("kind")),
          new TableId(f.text("database"), f.text("table")),
          new Stamp(f.text("run"), f.number("number"), f.number("generation")),
          new Span(
              position(f.inner("from")),
              position(f.inner("to")),
              f.optionalText("partial_gtid"),
              f.number("partial_sequence")),
          payload(f));
    } catch (IllegalArgumentException e) {
      throw new DataException("not a batch record: " + e.getMessage(), e);
    }
  }

  private static Payload payload(Fields f) {
    return new Payload(
        columns(f.inners("columns")),
        (int) f.number("rows"),
        f.bytes("data"),
        f.number("source_time"),
        f.flag("last"));
  }

  private static Position position(Fields f) {
    return f == null
        ? null
        : new Position(GtidSet.parse(f.text("gtids")), f.text("file"), f.number("offset"));
  }

  private static Columns columns(List<Fields> list) {
    List<Column> columns = new ArrayList<>(list.size());
    for (Fields f : list) {
      columns.add(
          new Column(
              f.text("name"),
              ValueKind.ofWireName(f.text("type")),
              f.optionalText("charset"),
              (int) f.number("key")));
    }
    return new Columns(columns);
  }
}
