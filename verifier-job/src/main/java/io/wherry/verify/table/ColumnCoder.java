package io.wherry.verify.table;

import io.wherry.verify.IncompleteException;
import java.util.ArrayList;
import java.util.List;

/**
 * The one table of types: chooses the SQL for a pair of columns. Whatever a type prints ambiguously
 * (numbers with leading zeros, six digits of a FLOAT, an ENUM's empty label, bytes that their
 * charset cannot convert) is printed another way or marked by a flag.
 */
final class ColumnCoder {
  private final ColumnPair pair;
  private final long largest;
  private final String column;
  private final List<String> values = new ArrayList<>();
  private final List<String> lengths = new ArrayList<>();
  private final List<String> flags = new ArrayList<>();
  private String real;
  private String guard;

  private ColumnCoder(ColumnPair pair, long largest) {
    this.pair = pair;
    this.largest = largest;
    this.column = ColumnCode.quote(pair.name());
  }

  /**
   * The code of a column.
   *
   * @param largest values that can be larger, in bytes, are represented by their own hash
   * @throws IncompleteException for a type that is not known
   */
  static ColumnCode code(ColumnPair pair, long largest, JsonDepth json) {
    ColumnCoder coder = new ColumnCoder(pair, largest);
    if (pair.nullable()) {
      coder.flags.add(coder.column + " IS NULL");
    }
    coder.addValue(json);
    return new ColumnCode(
        pair.name(), coder.values, coder.real, coder.guard, coder.lengths, coder.flags);
  }

  private void addValue(JsonDepth json) {
    switch (pair.family()) {
      case INTEGER -> values.add(pair.zerofill() ? column + "+0" : column);
      case DECIMAL -> values.add(decimal());
      case FLOATING -> real = pair.nullable() ? "IFNULL(" + column + ",0e0)" : column;
      case TEXT -> addText();
      case BINARY -> addBytes(bytes());
      case VECTOR -> addBytes(column);
      case BIT -> values.add(number());
      case ENUM, SET -> addLabels();
      case DATE, YEAR -> values.add(column);
      case TIME -> values.add(moment("TIME"));
      case MOMENT -> values.add(moment("DATETIME"));
      case SPATIAL -> addBytes(column);
      case JSON -> addJson(json);
      default ->
          throw new IncompleteException(
              "column "
                  + pair.name()
                  + " has the type "
                  + pair.source().dataType()
                  + ", which this version cannot compare");
    }
  }

  private String decimal() {
    if (!pair.sameDigits()) {
      return "CAST(" + column + " AS DECIMAL(65," + pair.digits() + "))";
    }
    return pair.zerofill() ? column + "+0" : column;
  }

  private String number() {
    return "CAST(" + column + " AS UNSIGNED)";
  }

  /** The wider fraction, so that digits that one side lost are seen. */
  private String moment(String type) {
    return pair.sameDigits()
        ? column
        : "CAST(" + column + " AS " + type + "(" + pair.digits() + "))";
  }

  private String bytes() {
    boolean fixed =
        "binary".equals(pair.source().dataType()) && "binary".equals(pair.target().dataType());
    return fixed && pair.source().octets() != pair.target().octets()
        ? "CAST(" + column + " AS BINARY(" + pair.octets() / 2 + "))"
        : column;
  }

  private void addBytes(String bytes) {
    if (pair.octets() > largest) {
      guard = guarded(bytes);
    } else {
      values.add("HEX(" + bytes + ")");
    }
  }

  private String guarded(String value) {
    String hash = "SHA2(" + value + ",256)";
    return pair.nullable() ? "IF(" + column + " IS NULL,''," + hash + ")" : hash;
  }

  /** Only utf8mb4 stands bare: other charsets have bytes that would all be converted to '?'. */
  private void addText() {
    if (!pair.sameCode()) {
      addConverted();
    } else if (!"utf8mb4".equals(pair.source().charset())) {
      addBytes(column);
    } else if (pair.octets() > largest) {
      guard = guarded(column);
    } else {
      values.add(column);
      lengths.add("LENGTH(" + column + ")");
    }
  }

  /**
   * Text of different charsets is compared as characters. Where characters are lost on the way
   * (more question marks come out than went in, or nothing at all) the bytes stand instead, and a
   * flag says so.
   */
  private void addConverted() {
    String converted = "CONVERT(" + column + " USING utf8mb4)";
    String lost =
        "COALESCE(CHAR_LENGTH(REPLACE("
            + converted
            + ",'?',''))<>CHAR_LENGTH(REPLACE("
            + column
            + ",'?','')),1)";
    String value = "IF(" + lost + ",HEX(" + column + ")," + converted + ")";
    flags.add(lost);
    if (pair.octets() > largest) {
      guard = guarded(value);
    } else {
      values.add(value);
      lengths.add("CHAR_LENGTH(" + column + ")");
    }
  }

  /** By number; by label where the servers number labels differently. */
  private void addLabels() {
    if (pair.sameCode()) {
      values.add(number());
      return;
    }
    values.add("CONVERT(" + column + " USING utf8mb4)");
    lengths.add("CHAR_LENGTH(" + column + ")");
    if (pair.family() == Family.ENUM) {
      flags.add("IFNULL(" + number() + "=0,0)");
    }
  }

  private void addJson(JsonDepth json) {
    guard = guarded(column);
    if (json == JsonDepth.TYPES) {
      values.add(memberTypes("$**.*"));
      values.add(memberTypes("$**[*]"));
      values.add("JSON_TYPE(" + column + ")");
    }
  }

  /** The members' types in the order in which the server stores them. */
  private String memberTypes(String path) {
    return "(SELECT COALESCE(SUM(CONV(LEFT(SHA2(CONCAT_WS(':',wherry_o,JSON_TYPE(wherry_v)),256),8),"
        + "16,10)),0) FROM JSON_TABLE("
        + column
        + ",'"
        + path
        + "' COLUMNS(wherry_o FOR ORDINALITY,wherry_v JSON PATH '$')) wherry_j)";
  }
}
