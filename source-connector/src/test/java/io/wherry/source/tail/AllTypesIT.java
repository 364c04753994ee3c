package io.wherry.source.tail;

import static org.assertj.core.api.Assertions.assertThat;

import io.wherry.common.model.Column;
import io.wherry.common.model.Columns;
import io.wherry.common.model.GtidSet;
import io.wherry.common.model.Row;
import io.wherry.common.model.TableId;
import io.wherry.source.snapshot.SourceServer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the tail tells of a row is byte for byte what the server answers to a SELECT. */
class AllTypesIT {
  private static final String MODE =
      "SET SESSION sql_mode='ALLOW_INVALID_DATES,NO_ENGINE_SUBSTITUTION', time_zone='+00:00'";

  @Test
  void integers() throws Exception {
    check(
        "y YEAR, t TINYINT, tu TINYINT UNSIGNED, s SMALLINT, su SMALLINT UNSIGNED, m MEDIUMINT,"
            + " mu MEDIUMINT UNSIGNED, i INT, iu INT UNSIGNED, b BIGINT, bu BIGINT UNSIGNED,"
            + " bo BOOL",
        "0,-128,255,-32768,65535,-8388608,16777215,-2147483648,4294967295,-9223372036854775808,"
            + "18446744073709551615,1",
        "2155,127,0,32767,0,8388607,0,2147483647,0,9223372036854775807,9223372036854775808,0",
        "1901,-1,128,-1,32768,-1,8388608,-1,2147483648,-1,10,NULL",
        "1970,0,1,1023,1024,1025,1,1,1,1,9999999999999999999,-1");
  }

  @Test
  void decimals() throws Exception {
    check(
        "a DECIMAL(65,30), b DECIMAL(65,0), c DECIMAL(30,30), d DECIMAL(10,2), e DECIMAL(9,0),"
            + " f DECIMAL(18,9), g DECIMAL(1,1), h DECIMAL(38,19) UNSIGNED, i DECIMAL(10,0)",
        "-0.000000000000000000000000000001,"
            + "99999999999999999999999999999999999999999999999999999999999999999,"
            + "0.123456789012345678901234567890,-99999999.99,999999999,-123456789.987654321,-0.9,"
            + "1234567890123456789.0123456789012345678,-1",
        "99999999999999999999999999999999999.999999999999999999999999999999,"
            + "-10000000000000000000000000000000000000000000000000000000000000000,"
            + "-0.000000000000000000000000000001,0,0,0,0,0,0",
        "1000000000.000000001,1000000000,0,0.01,-1,0.000000001,0.1,1000000000,1000000000",
        "-1000000000,-999999999999999999,-0.1,1.10,-123456789,100000000.1,0.5,18,100000",
        "-0.0,'-0','-0.0',-0.001,-0.4,'-0.0000000001','-0.01',0,'-0e0'");
  }

  @Test
  void reals() throws Exception {
    List<String> rows = new ArrayList<>();
    long seed = System.nanoTime();
    System.out.println("reals: seed " + seed);
    Random random = new Random(seed);
    String[] edges = {
      "0",
      "-0e0",
      "1e15",
      "1e14",
      "999999999999999e0",
      "1e16",
      "123456789012345678e0",
      "1e-5",
      "1e-14",
      "1e-15",
      "1e-16",
      "1.5e-15",
      "5e-324",
      "1.7976931348623157e308",
      "3.14",
      "-2.5",
      "2.2250738585072014e-308",
      "5.684341886080802e-14",
      "9007199254740993e0",
      "1e22",
      "1e23",
      "0.1",
      "1e100",
      "123456.789e-20",
      "100000e0",
      "1e300",
      "12345678901234567890e0"
    };
    for (String edge : edges) {
      boolean fits = Math.abs(Double.parseDouble(edge)) < 3e38;
      rows.add((fits ? edge : "1") + "," + edge);
    }
    for (int i = 0; i < 500; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      float single = Float.intBitsToFloat(random.nextInt());
      if (Double.isFinite(value) && Float.isFinite(single)) {
        rows.add(single + "e0".repeat(Float.toString(single).contains("E") ? 0 : 1) + "," + value);
      }
      double medium = random.nextGaussian() * Math.pow(10, random.nextInt(36) - 18);
      rows.add(random.nextInt(100_000) / 100.0 + "," + medium);
    }
    check("f FLOAT, d DOUBLE", rows.toArray(String[]::new));
  }

  @Test
  void temporals() throws Exception {
    check(
        "a DATE, b DATETIME, c DATETIME(1), d DATETIME(3), e DATETIME(6), f TIMESTAMP NULL,"
            + " g TIMESTAMP(2) NULL, h TIMESTAMP(6) NULL, i TIME, j TIME(1), k TIME(3), l TIME(4),"
            + " m TIME(6)",
        "'0000-00-00','0000-00-00 00:00:00','0000-00-00 00:00:00','2024-00-10 00:00:00.5',"
            + "'0000-00-00 23:59:59.999999','0000-00-00 00:00:00','0000-00-00 00:00:00',"
            + "'0000-00-00 00:00:00','-838:59:59','-838:59:58.9','-838:59:58.999',"
            + "'-838:59:58.9999','-838:59:58.999999'",
        "'9999-12-31','9999-12-31 23:59:59','9999-12-31 23:59:59.9','2023-02-31 12:00:00.001',"
            + "'0001-01-01 00:00:00.000001','1970-01-01 00:00:01','2038-01-19 03:14:07.99',"
            + "'2038-01-19 03:14:07.999999','838:59:59','00:00:00.1','-00:00:00.001',"
            + "'-00:00:00.0001','-00:00:00.000001'",
        "'2024-02-29','2024-02-29 10:11:12','1000-01-01 00:00:00.1','1999-12-31 23:59:59.999',"
            + "'2024-02-29 23:59:59.123456','2000-02-29 12:34:56','1970-01-02 00:00:00.01',"
            + "'2001-09-09 01:46:40.000001','00:00:00','-00:00:00.1','01:02:03.004',"
            + "'-01:00:00.5000','-01:00:00.500000'",
        "'2024-00-15','2024-05-00 10:11:12','0000-01-01 00:00:00','0000-00-01 00:00:00.010',"
            + "'2100-03-01 00:00:00','2100-02-28 00:00:00','1999-12-31 23:59:59','2000-03-01',"
            + "'-00:00:01','100:00:00','-100:00:00.120','12:00:00.0010','12:00:00.000010'",
        "'2024-02-30','2023-11-31 00:00:00',NULL,NULL,NULL,NULL,'1972-02-29 00:00:00.5',"
            + "'1970-12-31 23:59:59.5',NULL,'-00:59:00.5','-00:00:01.000','-12:00:00','-00:00:01'");
  }

  @Test
  void timestampsOfManyDays() throws Exception {
    String[] rows =
        IntStream.range(0, 800)
            .mapToObj(i -> "FROM_UNIXTIME(" + (86_399L + i * 2_684_354L) + ")")
            .toArray(String[]::new);
    check("t TIMESTAMP NULL", rows);
  }

  @Test
  void texts() throws Exception {
    check(
        "a CHAR(10) CHARACTER SET latin1, b VARCHAR(20) CHARACTER SET gbk, c CHAR(255), d TEXT,"
            + " e VARCHAR(300) CHARACTER SET sjis, f CHAR(5) CHARACTER SET utf16,"
            + " g MEDIUMTEXT CHARACTER SET ucs2, h LONGTEXT CHARACTER SET cp932,"
            + " i TINYTEXT CHARACTER SET ascii, j CHAR(4) CHARACTER SET utf8mb4 COLLATE"
            + " utf8mb4_bin, k CHAR(200) CHARACTER SET utf32",
        "'abc  ',_gbk 0x815C,REPEAT('\u20ac',255),REPEAT('x',70000 DIV 2),_sjis 0x815F,'ab ',"
            + "'x\u00e9',_cp932 0x815F,'','\u00e4  ','abc'",
        "_latin1 0x818D8F909D,'','','','','','','','a\\\\b\\'c\\nd\\0e','    ',NULL",
        "'\u00e4\u00f6','  x  ','trailing   ',' ',REPEAT('z',300),'\ud83d\ude00','\u4e2d',"
            + "'\\\\N','\\t','\ud83d\ude00\ud83d\ude00\ud83d\ude00\ud83d\ude00','\ud83d\ude00'",
        "NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL");
  }

  @Test
  void binaries() throws Exception {
    check(
        "a BINARY(4), b BINARY(255), c VARBINARY(10), d VARBINARY(1000), e TINYBLOB, f BLOB,"
            + " g MEDIUMBLOB, h LONGBLOB, i BIT(1), j BIT(9), k BIT(64), l BIT(20), m BINARY(1)",
        "x'01000000',x'00',x'0000',REPEAT(x'00FF',400),'',x'00',REPEAT('a',70000),x'FF',b'0',"
            + "b'101010101',0x0102030405060708,1,x'00'",
        "x'00000000',REPEAT(x'FF',255),'',x'20',x'5C27220A',NULL,'',REPEAT('b',100),b'1',511,"
            + "0xFFFFFFFFFFFFFFFF,1048575,x'20'",
        "x'20202020',x'0100',NULL,'',NULL,'',NULL,NULL,NULL,0,0x8000000000000000,0,NULL");
  }

  @Test
  void enumsAndSets() throws Exception {
    String labels =
        IntStream.range(0, 300).mapToObj(i -> "'l" + i + "'").collect(Collectors.joining(","));
    String members =
        IntStream.range(0, 64).mapToObj(i -> "'m" + i + "'").collect(Collectors.joining(","));
    check(
        "a ENUM('x','y','\u00e4'), b ENUM("
            + labels
            + "), c SET('a','b','c'), d SET("
            + members
            + "), e SET('1','2','3','4','5','6','7','8','9'), f VARCHAR(5) CHARACTER SET latin1",
        "'y','l299','a,c',18446744073709551615,511,'x'",
        "'','l0','',9223372036854775808,0,'y'",
        "'\u00e4','l255','b',1,256,NULL",
        "NULL,NULL,NULL,NULL,NULL,NULL");
  }

  @Test
  void spatialsAndVectors() throws Exception {
    check(
        "p POINT SRID 4326, g GEOMETRY, v VECTOR(3), w VECTOR(2)",
        "ST_GeomFromText('POINT(52.37 4.89)',4326),ST_GeomFromText('POINT(1 2)'),"
            + "STRING_TO_VECTOR('[1,2.5,-3]'),x'0000803F00000040'",
        "ST_GeomFromText('POINT(-90 -180)',4326),ST_GeomFromText('GEOMETRYCOLLECTION EMPTY'),"
            + "NULL,STRING_TO_VECTOR('[0,1]')",
        "NULL,ST_GeomFromText('POLYGON((0 0,10 0,10 10,0 0))',3857),NULL,NULL");
  }

  @Test
  void jsonDocuments() throws Exception {
    List<String> rows = new ArrayList<>();
    String[] texts = {
      "{\"a\": 1, \"bb\": [1,2,{\"c\":null}], \"\": true}",
      "[0,-1,1,32767,32768,-32768,-32769,65535,65536,2147483647,2147483648,-2147483648,"
          + "-2147483649,4294967295,4294967296,9223372036854775807,9223372036854775808,"
          + "18446744073709551615,-9223372036854775808]",
      "{\"a\": 1.0, \"b\": 1, \"c\": 1e3, \"d\": 0.1, \"e\": -0.0, \"f\": 1e-300, \"g\": 1e10,"
          + " \"h\": 1e300, \"i\": 1e14, \"j\": 1e15, \"k\": 1e16, \"l\": 123456789012345678.0,"
          + " \"m\": 1.5e300, \"n\": 0.0}",
      "\"\\u0000\\u0001\\b\\t\\n\\u000b\\f\\r\\u001f\\u007f \\\"\\\\/ \u00e4 \ud83d\ude00\"",
      "null",
      "true",
      "[]",
      "{}",
      "[[],{},\"\"]",
      "3.14",
      "\"" + "x".repeat(200) + "\"",
      "\"" + "y".repeat(20_000) + "\"",
      "[31234321532546461346413641.5154151, 12345678901234567890123456789]",
      "{\"" + "k".repeat(300) + "\": 1}"
    };
    for (String text : texts) {
      rows.add("CAST('" + text.replace("\\", "\\\\").replace("'", "\\'") + "' AS JSON)");
    }
    rows.addAll(
        List.of(
            "JSON_OBJECT('d',CAST(123456789012345678.12345678901234567890 AS DECIMAL(40,20)),"
                + "'t',CAST(0.00000000000000000001 AS DECIMAL(40,20)),'n',CAST(-1.10 AS"
                + " DECIMAL(10,2)),'z',CAST(0 AS DECIMAL(5,3)),'i',CAST(7 AS DECIMAL(20,0)))",
            "JSON_OBJECT('dt',CAST('2024-02-29 12:34:56.789012' AS DATETIME(6)),'d',"
                + "CAST('2024-02-29' AS DATE),'t',CAST('-12:34:56.000001' AS TIME(6)),'z',"
                + "CAST('0000-00-00' AS DATE),'u',CAST('838:59:59' AS TIME),'s',TIMESTAMP"
                + "'2024-01-01 00:00:00')",
            "JSON_OBJECT('blob',CAST(X'00FF80' AS BINARY),'bit',b'101','e',CAST('' AS BINARY),"
                + "'y',CAST(2024 AS YEAR))",
            "JSON_ARRAY(CAST(REPEAT('long',50) AS BINARY),CAST(REPEAT('a',57) AS BINARY),"
                + "CAST(REPEAT('a',58) AS BINARY))",
            "JSON_OBJECT('g',ST_GeomFromText('POINT(1 2)'))",
            "CAST(CAST(2147483648 AS UNSIGNED) AS JSON)",
            "(SELECT JSON_ARRAYAGG(n) FROM (WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n+1"
                + " FROM s WHERE n<900) SELECT n*1000 AS n FROM s) q)",
            "(SELECT JSON_OBJECTAGG(CONCAT('key',n),REPEAT('v',n)) FROM (WITH RECURSIVE s(n) AS"
                + " (SELECT 1 UNION ALL SELECT n+1 FROM s WHERE n<600) SELECT n FROM s) q)"));
    check("j JSON", rows.toArray(String[]::new));
  }

  @Test
  void jsonNumbers() throws Exception {
    long seed = System.nanoTime();
    System.out.println("jsonNumbers: seed " + seed);
    Random random = new Random(seed);
    String[] rows = new String[200];
    for (int i = 0; i < rows.length; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      double finite = Double.isFinite(value) ? value : i;
      double medium = random.nextGaussian() * Math.pow(10, random.nextInt(36) - 18);
      rows[i] = "JSON_ARRAY(" + finite + "," + medium + "," + Math.rint(medium) + "e0)";
      rows[i] = rows[i].replaceAll("(E-?\\d+)e0", "$1");
    }
    check("j JSON", rows);
  }

  @Test
  void generatedAndInvisibleColumns() throws Exception {
    check(
        "a INT, b INT AS (a+1) VIRTUAL, c INT AS (a*2) STORED, d INT INVISIBLE DEFAULT 5",
        "1,DEFAULT,DEFAULT,7",
        "2,DEFAULT,DEFAULT,NULL");
  }

  @Test
  void hiddenColumnsOfIndexesAreNotTold() throws Exception {
    check(
        "a INT, j JSON, INDEX ((a + 1)), INDEX ((CAST(j->'$.n' AS UNSIGNED ARRAY))),"
            + " UNIQUE ((CONCAT(a, 'x')))",
        "1,'{\"n\": [1, 2]}'",
        "2,NULL");
  }

  /** The log does not carry a display width, so a SELECT must not print one either. */
  @Test
  void zeroFilledNumbersArePlain() throws Exception {
    SourceServer.execute("DROP DATABASE IF EXISTS tail_types", "CREATE DATABASE tail_types");
    GtidSet start = TailEvents.executed();
    SourceServer.execute(
        "CREATE TABLE tail_types.z (a INT(8) ZEROFILL PRIMARY KEY, b DECIMAL(10,2) ZEROFILL)",
        "INSERT INTO tail_types.z VALUES (42, 1.5)");
    try (TailEvents events = TailEvents.follow("tail_types.*", start)) {
      Row row = TailEvents.changes(events.upTo(TailEvents.executed())).get(0).change().after();
      assertThat(hex(row)).containsExactly("42", "1.50");
      assertThat(TailEvents.ask("SELECT CONCAT(a + 0, ',', b + 0) FROM tail_types.z"))
          .isEqualTo("42,1.50");
    }
  }

  /**
   * Inserts, updates to the next row's values, deletes; every image told must be what SELECT said.
   */
  private static void check(String columns, String... rows) throws Exception {
    SourceServer.execute(
        "DROP DATABASE IF EXISTS tail_types",
        "CREATE DATABASE tail_types",
        MODE,
        "CREATE TABLE tail_types.t (id INT PRIMARY KEY, " + columns + ")");
    GtidSet start = TailEvents.executed();
    List<List<String>> answers = new ArrayList<>();
    List<String> names = names();
    try (Connection connection = SourceServer.root().connect(raw());
        Statement statement = connection.createStatement();
        TailEvents events = TailEvents.follow("tail_types.*", start)) {
      assertThat(events.tail().serverUuid()).isEqualTo(TailEvents.ask("SELECT @@server_uuid"));
      statement.execute(MODE);
      for (int i = 0; i < rows.length; i++) {
        String list = names.stream().map(n -> "`" + n + "`").collect(Collectors.joining(","));
        statement.execute(
            "INSERT INTO tail_types.t (" + list + ") VALUES (" + i + "," + rows[i] + ")");
      }
      TableId id = new TableId("tail_types", "t");
      List<TailEvents.Changed> inserts = TailEvents.changes(events.upTo(TailEvents.executed()));
      Columns told = inserts.get(0).columns();
      answers.addAll(select(statement, told));
      assertThat(inserts).allMatch(c -> c.table().equals(id) && c.change().before() == null);
      assertThat(hex(inserts.stream().map(c -> c.change().after()).toList())).isEqualTo(answers);
      assertThat(inserts).allMatch(c -> c.columns() == told);

      statement.execute("UPDATE tail_types.t SET id = id + 1000 ORDER BY id DESC");
      List<List<String>> moved = select(statement, told);
      List<TailEvents.Changed> updates = TailEvents.changes(events.upTo(TailEvents.executed()));
      assertThat(hexSorted(updates.stream().map(c -> c.change().before()).toList()))
          .isEqualTo(answers);
      assertThat(hexSorted(updates.stream().map(c -> c.change().after()).toList()))
          .isEqualTo(moved);

      statement.execute("DELETE FROM tail_types.t");
      List<TailEvents.Changed> deletes = TailEvents.changes(events.upTo(TailEvents.executed()));
      assertThat(hexSorted(deletes.stream().map(c -> c.change().before()).toList()))
          .isEqualTo(moved);
      assertThat(deletes).allMatch(c -> c.change().after() == null);
      assertThat(told.key()).containsExactly(0);
    }
  }

  private static List<String> names() throws SQLException {
    return Arrays.asList(
        TailEvents.ask(
                "SELECT GROUP_CONCAT(COLUMN_NAME ORDER BY ORDINAL_POSITION) FROM"
                    + " information_schema.COLUMNS WHERE TABLE_SCHEMA = 'tail_types'")
            .split(","));
  }

  private static Properties raw() {
    Properties properties = new Properties();
    properties.setProperty("characterSetResults", "NULL");
    return properties;
  }

  private static List<List<String>> select(Statement statement, Columns columns)
      throws SQLException {
    statement.execute("SET character_set_results = NULL");
    String list =
        columns.list().stream().map(AllTypesIT::expression).collect(Collectors.joining(","));
    List<List<String>> rows = new ArrayList<>();
    try (ResultSet rs =
        statement.executeQuery("SELECT " + list + " FROM tail_types.t t ORDER BY id")) {
      while (rs.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
          row.add(print(rs.getBytes(i + 1)));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  private static String expression(Column column) {
    String name = "t.`" + column.name() + "`";
    return switch (column.kind()) {
      case REAL -> "CAST(" + name + " AS DOUBLE)";
      case BIT, SET -> "CAST(" + name + " AS UNSIGNED)";
      case ENUM -> name + "+0";
      default -> name;
    };
  }

  private static List<List<String>> hex(List<Row> rows) {
    return rows.stream().map(AllTypesIT::hex).toList();
  }

  private static List<List<String>> hexSorted(List<Row> rows) {
    return rows.stream()
        .sorted(
            (a, b) ->
                Integer.compare(Integer.parseInt(text(a.get(0))), Integer.parseInt(text(b.get(0)))))
        .map(AllTypesIT::hex)
        .toList();
  }

  private static String text(byte[] value) {
    return new String(value, StandardCharsets.US_ASCII);
  }

  private static List<String> hex(Row row) {
    return Arrays.stream(row.values()).map(AllTypesIT::print).toList();
  }

  /** ASCII as it is, other bytes in hexadecimal. */
  private static String print(byte[] value) {
    if (value == null) {
      return "NULL";
    }
    StringBuilder text = new StringBuilder();
    for (byte b : value) {
      text.append(
          b >= ' ' && b < 127
              ? String.valueOf((char) b)
              : "<" + HexFormat.of().toHexDigits(b) + ">");
    }
    return text.toString();
  }
}
