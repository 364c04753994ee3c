package io.wherry.common.model;

import java.util.Locale;

/**
 * How a column's value is written as bytes on the wire, whichever path read it. The snapshot and
 * the tail must produce equal bytes for equal values; the sink needs nothing else to write them
 * back.
 */
public enum ValueKind {
  /** Integers and YEAR: ASCII digits with an optional minus sign. */
  INTEGER,
  /** DECIMAL: the digits as the server prints them, declared scale kept. */
  DECIMAL,
  /** FLOAT and DOUBLE: ASCII text that reads back as the same double (a FLOAT is widened). */
  REAL,
  /** BIT(n): the unsigned number as ASCII digits. */
  BIT,
  /** DATE, TIME, DATETIME, TIMESTAMP as the server prints them in time zone +00:00. */
  TEMPORAL,
  /** CHAR, VARCHAR, TEXT: the stored bytes, in the column's own character set. */
  TEXT,
  /** BINARY (at its full width), VARBINARY, BLOB: the stored bytes. */
  BINARY,
  /** ENUM: the index as ASCII digits; 0 is the invalid value. */
  ENUM,
  /** SET: the bitmap as an unsigned number in ASCII digits. */
  SET,
  /** JSON: the text the server prints, utf8mb4. */
  JSON,
  /** Spatial types: four bytes of SRID (little endian) and the WKB. */
  GEOMETRY,
  /** VECTOR: raw four-byte floats. */
  VECTOR;

  /** The name on the wire. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The kind of a wire name.
   *
   * @throws IllegalArgumentException for a name that this version does not know
   */
  public static ValueKind ofWireName(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  /** Whether the value stands in SQL as a bare number. */
  public boolean isNumber() {
    return switch (this) {
      case INTEGER, DECIMAL, REAL, BIT, ENUM, SET -> true;
      default -> false;
    };
  }
}
