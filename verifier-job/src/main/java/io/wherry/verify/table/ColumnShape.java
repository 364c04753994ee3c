package io.wherry.verify.table;

/**
 * A column as information_schema describes it.
 *
 * @param name as stored
 * @param dataType the bare type in lower case, {@code varchar}
 * @param columnType with length, labels and attributes, {@code varchar(20)}
 * @param nullable whether NULL may be stored
 * @param charset of text, else null
 * @param collation of text, else null
 * @param octets largest size of a text or binary value in bytes, else 0
 * @param digits after the point: scale of numbers, fraction of times, else 0
 */
public record ColumnShape(
    String name,
    String dataType,
    String columnType,
    boolean nullable,
    String charset,
    String collation,
    long octets,
    int digits) {

  /** What kind of values it holds. */
  public Family family() {
    return Family.of(dataType);
  }

  /** Whether its numbers print with leading zeros. */
  boolean zerofill() {
    return columnType.contains("zerofill");
  }
}
