package io.wherry.sink.sql;

import java.sql.Connection;
import java.sql.SQLException;

/** A table of every type and rows with their worst values, written by plain SQL. */
final class TypesTable {
  /** Column definitions; {@code id} is the key where {@code key} asks for one. */
  private static final String COLUMNS =
      " (id INT NOT NULL, ti TINYINT NULL, su SMALLINT UNSIGNED NULL, bi BIGINT NULL,"
          + " bu BIGINT UNSIGNED NULL, y YEAR NULL, de DECIMAL(65,30) NULL, fl FLOAT NULL,"
          + " db DOUBLE NULL, b1 BIT(1) NULL, b64 BIT(64) NULL, d DATE NULL, ti6 TIME(6) NULL,"
          + " dt DATETIME(6) NULL, ts TIMESTAMP(3) NULL, c CHAR(5) NULL, v VARCHAR(200) NULL,"
          + " l1 VARCHAR(200) CHARACTER SET latin1 NULL,"
          + " gb VARCHAR(200) CHARACTER SET gbk NULL,"
          + " sj VARCHAR(200) CHARACTER SET sjis NULL, b5 VARCHAR(20) CHARACTER SET big5 NULL,"
          + " g18 VARCHAR(20) CHARACTER SET gb18030 NULL,"
          + " u3 TEXT CHARACTER SET utf8mb3 NULL, u16 VARCHAR(20) CHARACTER SET utf16 NULL,"
          + " u16le VARCHAR(20) CHARACTER SET utf16le NULL,"
          + " u32 VARCHAR(20) CHARACTER SET utf32 NULL, u2 VARCHAR(20) CHARACTER SET ucs2 NULL,"
          + " bn BINARY(4) NULL, vb VARBINARY(600) NULL, bl LONGBLOB NULL,"
          + " e ENUM('x','y','1','it''s','é') NULL, s SET('a','b','é') NULL, j JSON NULL,"
          + " g GEOMETRY NULL, ve VECTOR(3) NULL, s64 SET(";

  private TypesTable() {}

  /** Creates and fills {@code name}; {@code key} is more table definition or empty. */
  static void create(Connection connection, String name, String key) throws SQLException {
    StringBuilder members = new StringBuilder("'1'");
    for (int i = 2; i <= 64; i++) {
      members.append(",'").append(i).append('\'');
    }
    Sql.run(
        connection,
        "CREATE TABLE " + name + COLUMNS + members + ") NULL" + key + ")",
        "INSERT INTO " + name + " (id) VALUES (0), (-1)");
    fill(connection, name);
    Sql.run(
        connection,
        "SET SESSION sql_mode = '" + SinkSession.RELAXED_SQL_MODE + "'",
        "INSERT INTO " + name + " (id, e) VALUES (100, 0), (101, 0)",
        "SET SESSION sql_mode = '" + SinkSession.SQL_MODE + "'");
  }

  private static void fill(Connection connection, String name) throws SQLException {
    Sql.run(
        connection,
        insert(name, 1)
            + "-128, 65535, -9223372036854775808, 18446744073709551615, 0000,"
            + " -0.000000000000000000000000000001, -0e0, -0e0, 0, 18446744073709551615,"
            + " '0000-00-00', '-838:59:59.000000', '2024-00-10 00:00:00.000001',"
            + " '0000-00-00 00:00:00', '', '', '', '', '', '', '', '', '', '', '', '', 0x00,"
            + " '', '', 1, 0, 'null', x'"
            + point("00000000")
            + "',"
            + " x'000000800000000000000001', 0)",
        insert(name, 2)
            + "127, 0, 9223372036854775807, 0, 1901,"
            + " 99999999999999999999999999999999999.999999999999999999999999999999, 3.14,"
            + " 1.7976931348623157e308, 1, 9223372036854775808, '2023-02-31',"
            + " '838:59:58.999999', '9999-12-31 23:59:59.999999', '2038-01-19 03:14:07.999',"
            + " 'a''b\\\\', '\\\\N', _latin1 0x80FF5C2709, _gbk 0x815CB0A127, _sjis 0x815F815C,"
            + " _big5 0xA55C, _gb18030 0x815C, 'é\\t\\n\\0', _utf16 0xD83DDE00005C,"
            + " _utf16le 0x3DD800DE0A00, _utf32 0x0001F600, _ucs2 0x4E0D0A09, 0x61000000,"
            + " 0x000102030405060708090A0B0C0D0E0F1A272A5C, REPEAT(x'5C270A0900', 100),"
            + " 5, 7, '{\"a\": [1, 2.5, \"q\\\\\"\\\\\\\\é😀\\\\n\"], \"b\": -0.0}',"
            + " ST_GeomFromText('POINT(52.37 4.89)', 4326), x'0000803F0000004000004040',"
            + " 18446744073709551615)",
        insert(name, 3)
            + "0, 1, -1, 9223372036854775808, 2155, 1.5, 1.401298464324817e-45, 5e-324, 1, 1,"
            + " '1000-01-01', '00:00:00.000001', '0000-00-00 00:00:00.000000',"
            + " '1970-01-01 00:00:01.000', ' x', 'tab\\tline\\nret\\rnul\\0quote''back\\\\😀',"
            + " 'x', 'x', 'x', 'x', 'x', '', 'x', 'x', 'x', 'x', 0x5C270A09, 0x5C4E, '', 3, 4,"
            + " '[]', ST_GeomFromText('GEOMETRYCOLLECTION EMPTY'), x'FFFF7F7F01000080FFFF7FFF',"
            + " 9223372036854775808)");
  }

  private static String insert(String name, int id) {
    return "INSERT INTO " + name + " VALUES (" + id + ", ";
  }

  private static String point(String srid) {
    return srid + "010100000000000000000000000000000000000080";
  }
}
