package io.wherry.verify.table;

/** Types whose values are compared in the same form. */
public enum Family {
  INTEGER,
  DECIMAL,
  FLOATING,
  TEXT,
  BINARY,
  BIT,
  ENUM,
  SET,
  DATE,
  TIME,
  MOMENT,
  YEAR,
  JSON,
  SPATIAL,
  VECTOR,
  /** A type this version does not know: never compared, so the table stays incomplete. */
  UNKNOWN;

  static Family of(String dataType) {
    return switch (dataType) {
      case "tinyint", "smallint", "mediumint", "int", "bigint" -> INTEGER;
      case "decimal" -> DECIMAL;
      case "float", "double" -> FLOATING;
      case "char", "varchar", "tinytext", "text", "mediumtext", "longtext" -> TEXT;
      case "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob" -> BINARY;
      case "bit" -> BIT;
      case "enum" -> ENUM;
      case "set" -> SET;
      case "date" -> DATE;
      case "time" -> TIME;
      case "datetime", "timestamp" -> MOMENT;
      case "year" -> YEAR;
      case "json" -> JSON;
      case "vector" -> VECTOR;
      case "geometry",
          "point",
          "linestring",
          "polygon",
          "multipoint",
          "multilinestring",
          "multipolygon",
          "geomcollection",
          "geometrycollection" ->
          SPATIAL;
      default -> UNKNOWN;
    };
  }
}
