package io.wherry.common.wire;

import io.wherry.common.model.Column;
import io.wherry.common.model.Columns;
import io.wherry.common.model.Position;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * Turns a batch into the values of lane records: one, or several pieces where the data is larger
 * than {@link #MAX_DATA}.
 */
public final class BatchEncoder {
  /**
   * Bytes of data in one record. Base64 makes 4/3 of it, which still fits the broker's and the
   * producer's default limit of 1 MiB with the schema and positions beside it.
   */
  public static final int MAX_DATA = 512_000;

  private BatchEncoder() {}

  public static Schema schema() {
    return BatchSchema.BATCH;
  }

  /** The record key: the same for every record of a lane. */
  public static String key(Batch batch) {
    return batch.table().toString();
  }

  /**
   * The record values, in order. The batch's number is that of the first; each further piece takes
   * the next.
   */
  public static List<Struct> encode(Batch batch) {
    byte[] data = batch.payload().data();
    int pieces = Math.max(1, (data.length + MAX_DATA - 1) / MAX_DATA);
    List<Struct> values = new ArrayList<>(pieces);
    for (int piece = 0; piece < pieces; piece++) {
      int from = piece * MAX_DATA;
      byte[] part =
          pieces == 1
              ? data
              : Arrays.copyOfRange(data, from, Math.min(data.length, from + MAX_DATA));
      values.add(
          head(batch)
              .put("number", batch.stamp().number() + piece)
              .put("piece", piece)
              .put("pieces", pieces)
              .put("data", part));
    }
    return values;
  }

  private static Struct head(Batch batch) {
    Span span = batch.span();
    Payload payload = batch.payload();
    return new Struct(BatchSchema.BATCH)
        .put("version", BatchSchema.VERSION)
        .put("kind", batch.kind().wireName())
        .put("run", batch.stamp().run())
        .put("generation", batch.stamp().generation())
        .put("database", batch.table().database())
        .put("table", batch.table().table())
        .put("columns", columns(payload.columns()))
        .put("from", span.from() == null ? null : position(span.from()))
        .put("to", position(span.to()))
        .put("partial_gtid", span.partialGtid())
        .put("partial_sequence", span.partialSequence())
        .put("rows", payload.rows())
        .put("last", payload.last())
        .put("source_time", payload.sourceTimeMs());
  }

  private static Struct position(Position position) {
    return new Struct(BatchSchema.POSITION)
        .put("gtids", position.gtids().toString())
        .put("file", position.file())
        .put("offset", position.offset());
  }

  private static List<Struct> columns(Columns columns) {
    List<Struct> list = new ArrayList<>(columns.size());
    for (Column c : columns.list()) {
      list.add(
          new Struct(BatchSchema.COLUMN)
              .put("name", c.name())
              .put("type", c.kind().wireName())
              .put("charset", c.charset())
              .put("key", c.keyOrdinal()));
    }
    return list;
  }
}
