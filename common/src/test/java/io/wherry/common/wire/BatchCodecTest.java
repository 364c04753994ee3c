package io.wherry.common.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wherry.common.model.Column;
import io.wherry.common.model.Columns;
import io.wherry.common.model.GtidSet;
import io.wherry.common.model.Position;
import io.wherry.common.model.Row;
import io.wherry.common.model.TableId;
import io.wherry.common.model.ValueKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.json.JsonConverter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchCodecTest {
  private static final TableId TABLE = new TableId("shop", "orders");
  private static final Position TO =
      new Position(
          GtidSet.parse("3e11fa47-71ca-11e1-9e33-c80aa9429562:1-9"), "binlog.000007", 4711);
  private static final Columns COLUMNS =
      new Columns(
          List.of(
              new Column("id", ValueKind.INTEGER, null, 2),
              new Column("name", ValueKind.TEXT, "latin1", 0),
              new Column("shop", ValueKind.INTEGER, null, 1)));

  /** The layout is a promise between releases: these bytes must not change. */
  @Test
  void changesKeepTheirGoldenBytes() {
    EntryWriter writer = new EntryWriter(COLUMNS);
    writer.transaction("3e11fa47-71ca-11e1-9e33-c80aa9429562:9", 300);
    writer.insert(row("1", "a", "7"));
    writer.update(row("1", "a", "7"), row("1", null, "7"));
    writer.update(row("1", null, "7"), row("2", "b", "7"));
    writer.delete(row("2", "b", "7"));
    assertThat(HexFormat.of().formatHex(writer.toByteArray()))
        .isEqualTo(
            "0126"
                + HexFormat.of().formatHex(ascii("3e11fa47-71ca-11e1-9e33-c80aa9429562:9"))
                + "ac02"
                + "02"
                + "00"
                + "0131"
                + "0161"
                + "0137"
                + "03"
                + "02"
                + "02"
                + "0131"
                + "0137"
                + "04"
                + "00"
                + "0137"
                + "0131"
                + "03"
                + "00"
                + "0132"
                + "0162"
                + "0137"
                + "05"
                + "00"
                + "0137"
                + "0132");
  }

  @Test
  void changesComeBack() {
    EntryWriter writer = new EntryWriter(COLUMNS);
    writer.transaction("u:9", 0);
    writer.update(row("1", "a", "7"), row("2", null, "7"));
    EntryReader reader = new EntryReader(payload(writer));
    assertThat(reader.next()).isEqualTo(new Entry.Transaction("u:9", 0));
    Entry.Update update = (Entry.Update) reader.next();
    assertThat(texts(update.before())).containsExactly("7", "1");
    assertThat(texts(update.after())).containsExactly("2", null, "7");
    assertThat(update.changed().stream().boxed()).containsExactly(0, 1);
    assertThat(reader.hasMore()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void everyJsonConverterCarriesIt(boolean schemas) {
    EntryWriter writer = new EntryWriter(COLUMNS);
    writer.row(row("1", "a", "7"));
    Span span = new Span(TO, TO, "u:10", 5);
    Batch batch = new Batch(BatchKind.ROWS, TABLE, new Stamp("r", 3, 4), span, payload(writer));
    Batch back =
        new BatchDecoder().decode(converted(BatchEncoder.encode(batch).get(0), schemas)).get();
    assertThat(back.stamp()).isEqualTo(batch.stamp());
    assertThat(back.span()).isEqualTo(span);
    assertThat(back.table()).isEqualTo(TABLE);
    assertThat(back.payload().columns()).isEqualTo(COLUMNS);
    assertThat(back.payload().data()).isEqualTo(batch.payload().data());
  }

  private static Object converted(Struct value, boolean schemas) {
    try (JsonConverter converter = new JsonConverter()) {
      converter.configure(Map.of("schemas.enable", schemas), false);
      byte[] bytes = converter.fromConnectData("t", BatchEncoder.schema(), value);
      assertThat(bytes.length).isLessThan(1_000_000);
      return converter.toConnectData("t", bytes).value();
    }
  }

  @Test
  void largeBatchesTravelInPieces() {
    byte[] data = new byte[BatchEncoder.MAX_DATA * 2 + 5];
    new SplittableRandom(1).nextBytes(data);
    List<Struct> pieces = BatchEncoder.encode(large(data, "r", 10));
    assertThat(pieces).hasSize(3);
    BatchDecoder decoder = new BatchDecoder();
    assertThat(decoder.decode(converted(pieces.get(0), true))).isEmpty();
    assertThat(decoder.midway()).isTrue();
    assertThat(decoder.decode(converted(pieces.get(1), true))).isEmpty();
    assertThat(decoder.decode(pieces.get(1))).as("sent twice").isEmpty();
    Optional<Batch> whole = decoder.decode(pieces.get(2));
    assertThat(whole.get().payload().data()).isEqualTo(data);
    assertThat(whole.get().stamp().number()).isEqualTo(12);
    assertThat(decoder.midway()).isFalse();
  }

  @Test
  void aNewRunDropsTheOldOnesPieces() {
    BatchDecoder decoder = new BatchDecoder();
    byte[] data = new byte[BatchEncoder.MAX_DATA + 1];
    decoder.decode(BatchEncoder.encode(large(data, "old", 0)).get(0));
    for (Struct piece : BatchEncoder.encode(large(data, "new", 0))) {
      decoder.decode(piece);
    }
    assertThat(decoder.midway()).isFalse();
  }

  @Test
  void aMissingPieceIsAnError() {
    byte[] data = new byte[BatchEncoder.MAX_DATA * 2 + 1];
    List<Struct> pieces = BatchEncoder.encode(large(data, "r", 0));
    BatchDecoder decoder = new BatchDecoder();
    decoder.decode(pieces.get(0));
    assertThatThrownBy(() -> decoder.decode(pieces.get(2)))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("shop.orders");
  }

  @Test
  void otherRecordsAreRefusedByName() {
    for (Object value : new Object[] {null, "text", Map.of("version", 1L), new byte[3]}) {
      assertThatThrownBy(() -> new BatchDecoder().decode(value))
          .isInstanceOf(DataException.class)
          .hasMessageContaining("not a batch record");
    }
    assertThatThrownBy(() -> new BatchDecoder().decode(Map.of("version", 2L)))
        .hasMessageContaining("batch version 2");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void damagedDataNeverYieldsMoreThanAnError(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    EntryWriter writer = new EntryWriter(COLUMNS);
    writer.transaction("u:9", 0);
    writer.update(row("1", "a", "7"), row("2", null, "7"));
    for (int round = 0; round < 500; round++) {
      byte[] data = writer.toByteArray();
      int cut = random.nextInt(data.length);
      byte[] damaged = java.util.Arrays.copyOf(data, cut);
      EntryReader reader = new EntryReader(new Payload(COLUMNS, 1, damaged, 0, false));
      List<Entry> entries = new ArrayList<>();
      try {
        while (reader.hasMore()) {
          entries.add(reader.next());
        }
      } catch (DataException expected) {
        entries.clear();
      }
      assertThat(entries.size()).as("seed %d cut %d", seed, cut).isLessThan(2);
    }
  }

  @Test
  void ddlComesBack() {
    Ddl ddl =
        new Ddl(
            Ddl.Origin.STATEMENT,
            new byte[] {'A', (byte) 0xE9},
            "shop",
            Map.of("sql_mode", "''", "time_zone", "'+02:00'"),
            "u:tag:7");
    Ddl back = Ddl.of(Payload.of(ddl, 5));
    assertThat(back.sql()).isEqualTo(ddl.sql());
    assertThat(back.session()).isEqualTo(ddl.session());
    assertThat(back.gtid()).isEqualTo("u:tag:7");
    assertThat(back.origin()).isEqualTo(Ddl.Origin.STATEMENT);
  }

  private static Batch large(byte[] data, String run, long number) {
    return new Batch(
        BatchKind.ROWS,
        TABLE,
        new Stamp(run, number, 1),
        Span.at(TO),
        new Payload(COLUMNS, 1, data, 0, false));
  }

  private static Payload payload(EntryWriter writer) {
    return new Payload(COLUMNS, writer.rows(), writer.toByteArray(), 0, false);
  }

  private static Row row(String... values) {
    byte[][] bytes = new byte[values.length][];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = values[i] == null ? null : ascii(values[i]);
    }
    return new Row(bytes);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static List<String> texts(Row row) {
    List<String> texts = new ArrayList<>();
    for (byte[] value : row.values()) {
      texts.add(value == null ? null : new String(value, StandardCharsets.US_ASCII));
    }
    return texts;
  }
}
