package io.wherry.source.snapshot;

import io.wherry.common.model.ValueKind;

/**
 * A column as information_schema describes it.
 *
 * @param name the exact name
 * @param type the data type's word, lower case
 * @param charset MySQL's character set name, null where the type has none
 * @param nullable whether it may hold NULL
 * @param virtual whether it is generated and not stored
 * @param labels number of members of an ENUM, else 0
 */
public record ColumnFacts(
    String name, String type, String charset, boolean nullable, boolean virtual, int labels) {

  /**
   * How its values travel.
   *
   * @throws IllegalStateException for a type this version does not know
   */
  ValueKind kind() {
    return switch (type) {
      case "tinyint", "smallint", "mediumint", "int", "bigint", "year" -> ValueKind.INTEGER;
      case "decimal" -> ValueKind.DECIMAL;
      case "float", "double" -> ValueKind.REAL;
      case "bit" -> ValueKind.BIT;
      case "date", "time", "datetime", "timestamp" -> ValueKind.TEMPORAL;
      case "char", "varchar", "tinytext", "text", "mediumtext", "longtext" -> ValueKind.TEXT;
      case "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob" -> ValueKind.BINARY;
      case "enum" -> ValueKind.ENUM;
      case "set" -> ValueKind.SET;
      case "json" -> ValueKind.JSON;
      case "geometry", "point", "linestring", "polygon" -> ValueKind.GEOMETRY;
      case "multipoint", "multilinestring", "multipolygon" -> ValueKind.GEOMETRY;
      case "geomcollection", "geometrycollection" -> ValueKind.GEOMETRY;
      case "vector" -> ValueKind.VECTOR;
      default ->
          throw new IllegalStateException(
              "column "
                  + name
                  + " has the type "
                  + type
                  + ", which this version cannot move; name the column in columns.exclude");
    };
  }
}
