package io.wherry.source;

import io.wherry.common.wire.Batch;
import io.wherry.common.wire.BatchEncoder;
import io.wherry.source.offsets.ResumeState;
import io.wherry.source.reconcile.LaneRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.source.SourceRecord;

/** Turns lane records into records for Connect, all to partition 0. Used by the task thread. */
final class SourceRecords {
  private static final int LANE_PARTITION = 0;

  private final TopicNames topics;
  private final ResumeState state;

  SourceRecords(TopicNames topics, ResumeState state) {
    this.topics = topics;
    this.state = state;
  }

  /** The records, in order; the resume state counts them as handed over. */
  List<SourceRecord> of(List<LaneRecord> lane) {
    List<SourceRecord> records = new ArrayList<>(lane.size());
    for (LaneRecord record : lane) {
      List<Struct> values = BatchEncoder.encode(record.batch());
      Map<String, ?> before = state.raw(record.partition());
      for (int i = 0; i < values.size(); i++) {
        // A batch in pieces counts when its last piece is stored.
        boolean complete = i == values.size() - 1;
        records.add(record(record, values.get(i), complete ? record.offset() : before));
      }
      state.handed(record.partition(), record.offset());
    }
    return records;
  }

  private SourceRecord record(LaneRecord from, Struct value, Map<String, ?> offset) {
    Batch batch = from.batch();
    long time = batch.payload().sourceTimeMs();
    return new SourceRecord(
        from.partition(),
        offset,
        topics.of(batch.table()),
        LANE_PARTITION,
        Schema.STRING_SCHEMA,
        BatchEncoder.key(batch),
        BatchEncoder.schema(),
        value,
        time == 0 ? null : time,
        headers(batch));
  }

  /** For people who look at topics; the sink reads none of them. */
  private static ConnectHeaders headers(Batch batch) {
    ConnectHeaders headers = new ConnectHeaders();
    headers.addString("wherry.table", batch.table().toString());
    headers.addString("wherry.kind", batch.kind().wireName());
    headers.addInt("wherry.rows", batch.payload().rows());
    headers.addString(
        "wherry.position", batch.span().to().file() + ":" + batch.span().to().offset());
    return headers;
  }
}
