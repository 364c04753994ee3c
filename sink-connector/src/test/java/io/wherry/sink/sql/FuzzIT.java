package io.wherry.sink.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.wherry.common.model.Column;
import io.wherry.common.model.Columns;
import io.wherry.common.model.Row;
import io.wherry.common.model.TableId;
import io.wherry.common.wire.Entry;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Random values of every kind through INSERT, LOAD DATA and byte-exact DELETE. */
class FuzzIT {
  private static final int ROWS = 300;
  private static final long SEED = System.nanoTime();
  private static final Map<String, String> CHARSETS = charsets();
  private static Connection connection;

  private final Random random = new Random(SEED);

  private static Map<String, String> charsets() {
    Map<String, String> sets = new LinkedHashMap<>();
    sets.put("utf8mb4", "UTF-8");
    sets.put("utf8mb3", "UTF-8");
    sets.put("latin1", "ISO-8859-1");
    sets.put("latin2", "ISO-8859-2");
    sets.put("cp1251", "windows-1251");
    sets.put("koi8r", "KOI8-R");
    sets.put("ascii", "US-ASCII");
    sets.put("gbk", "GBK");
    sets.put("gb2312", "GB2312");
    sets.put("gb18030", "GB18030");
    sets.put("big5", "Big5");
    sets.put("sjis", "Shift_JIS");
    sets.put("cp932", "windows-31j");
    sets.put("ujis", "EUC-JP");
    sets.put("euckr", "EUC-KR");
    sets.put("ucs2", "UTF-16BE");
    sets.put("utf16", "UTF-16BE");
    sets.put("utf16le", "UTF-16LE");
    sets.put("utf32", "UTF-32BE");
    return sets;
  }

  @BeforeAll
  static void open() throws SQLException {
    System.out.println("FuzzIT seed " + SEED);
    connection = TargetServer.open();
    StringBuilder create =
        new StringBuilder("CREATE TABLE fuzz.t (id INT PRIMARY KEY, vb VARBINARY(200) NULL,");
    create.append(" bb BLOB NULL, db DOUBLE NULL, fl FLOAT NULL, de DECIMAL(40,10) NULL,");
    create.append(" b BIT(33) NULL, ve VECTOR(4) NULL, j JSON NULL, t6 TIME(6) NULL");
    CHARSETS.keySet().forEach(c -> create.append(", `" + c + "` TEXT CHARACTER SET " + c));
    Sql.run(connection, "DROP DATABASE IF EXISTS fuzz", "CREATE DATABASE fuzz");
    Sql.run(connection, create.append(")").toString());
  }

  @AfterAll
  static void close() throws SQLException {
    connection.close();
  }

  @Test
  void byInsert() throws SQLException {
    check(RowLoader::insert);
  }

  @Test
  void byLoadData() throws SQLException {
    check(RowLoader::load);
  }

  private interface Write {
    void run(Connection connection, TargetTable table, Columns columns, List<Row> rows)
        throws SQLException;
  }

  private void check(Write write) throws SQLException {
    TableId id = new TableId("fuzz", "t");
    WireTable wire = WireTable.of(connection, id);
    TargetTable target = TargetTable.read(connection, id).orElseThrow();
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add(row(i));
    }
    write.run(connection, target, wire.columns(), rows);
    connection.commit();
    assertSame(wire.rows(connection), rows);
    // The same columns without a key: every row must be found by all its bytes.
    WireTable keyless = new WireTable(id, withoutKey(wire));
    List<Entry> deletes = new ArrayList<>();
    rows.forEach(r -> deletes.add(new Entry.Delete(r)));
    ChangeApplier.apply(connection, target, keyless.columns(), deletes);
    connection.commit();
    assertThat(wire.rows(connection)).isEmpty();
  }

  private static Columns withoutKey(WireTable wire) {
    return new Columns(
        wire.columns().list().stream()
            .map(c -> new Column(c.name(), c.kind(), c.charset(), 0))
            .toList());
  }

  private static void assertSame(List<Row> actual, List<Row> expected) {
    assertThat(actual).hasSameSizeAs(expected);
    for (int i = 0; i < actual.size(); i++) {
      for (int c = 0; c < actual.get(i).size(); c++) {
        byte[] value = actual.get(i).get(c);
        String what = "seed " + SEED + " row " + i + " column " + c;
        if (c == 3 || c == 4) {
          assertThat(real(value)).as(what).isEqualTo(real(expected.get(i).get(c)));
        } else {
          assertThat(value).as(what).isEqualTo(expected.get(i).get(c));
        }
      }
    }
  }

  private static Long real(byte[] text) {
    return text == null ? null : Double.doubleToRawLongBits(Double.parseDouble(Rows.text(text)));
  }

  private Row row(int id) {
    List<byte[]> values = new ArrayList<>();
    values.add(Sql.ascii(String.valueOf(id)));
    values.add(bytes(200));
    values.add(bytes(200));
    values.add(Sql.ascii(Double.toString(finite())));
    values.add(Sql.ascii(Double.toString(finiteFloat())));
    values.add(
        Sql.ascii(
            new BigDecimal(new BigInteger(120, random), 10)
                .subtract(new BigDecimal(new BigInteger(120, random), 10))
                .toPlainString()));
    values.add(Sql.ascii(String.valueOf(random.nextLong(1L << 33))));
    values.add(vector());
    values.add(
        ("\"" + word().replace("\\", "\\\\").replace("\"", "\\\"") + "\"")
            .getBytes(StandardCharsets.UTF_8));
    values.add(
        Sql.ascii(
            String.format(
                "-%03d:%02d:%02d.%06d",
                100 + random.nextInt(700),
                random.nextInt(60),
                random.nextInt(60),
                random.nextInt(1_000_000))));
    CHARSETS.values().forEach(c -> values.add(text(Charset.forName(c))));
    for (int i = 1; i < values.size(); i++) {
      if (random.nextInt(12) == 0) {
        values.set(i, null);
      }
    }
    return new Row(values.toArray(byte[][]::new));
  }

  private byte[] bytes(int max) {
    byte[] bytes = new byte[random.nextInt(max)];
    random.nextBytes(bytes);
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] =
          random.nextInt(3) == 0 ? (byte) "'\\\t\n\r\0N\u001a".charAt(bytes[i] & 7) : bytes[i];
    }
    return bytes;
  }

  private double finite() {
    double value = Double.longBitsToDouble(random.nextLong());
    return Double.isFinite(value) ? value : random.nextBoolean() ? -0.0 : 0.0;
  }

  private double finiteFloat() {
    float value = Float.intBitsToFloat(random.nextInt());
    return Float.isFinite(value) ? value : random.nextBoolean() ? -0.0 : 0.0;
  }

  private byte[] vector() {
    byte[] vector = new byte[16];
    random.nextBytes(vector);
    for (int i = 3; i < 16; i += 4) {
      vector[i] &= (byte) 0xBF;
    }
    return vector;
  }

  private String word() {
    return "é'\\\"x—😀日".substring(0, random.nextInt(6));
  }

  /** Characters that Java and the server agree on: ASCII with a bias, and whatever the set has. */
  private byte[] text(Charset charset) {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(12);
    while (text.length() < length) {
      int c = random.nextInt(4) == 0 ? "'\\\t\n\0`\"N".charAt(random.nextInt(8)) : point(charset);
      text.appendCodePoint(c);
    }
    return text.toString().getBytes(charset);
  }

  private int point(Charset charset) {
    String common = "azÀéяЖ表噂十中文日本語ソ能ął";
    for (int i = 0; i < 20; i++) {
      int c = common.codePointAt(random.nextInt(common.length()));
      String one = Character.toString(c);
      if (charset.newEncoder().canEncode(one)) {
        return c;
      }
    }
    return 'z';
  }
}
