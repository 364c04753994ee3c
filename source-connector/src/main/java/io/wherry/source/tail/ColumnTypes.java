package io.wherry.source.tail;

import io.wherry.common.model.ValueKind;

/**
 * What one column's type and metadata in a TABLE_MAP mean: its kind, and how to read its values.
 * Owned by the tail's thread.
 */
final class ColumnTypes {
  static final int TINY = 1;
  static final int SHORT = 2;
  static final int LONG = 3;
  static final int FLOAT = 4;
  static final int DOUBLE = 5;
  static final int LONGLONG = 8;
  static final int INT24 = 9;
  static final int DATE = 10;
  static final int YEAR = 13;
  static final int VARCHAR = 15;
  static final int BIT = 16;
  static final int TIMESTAMP2 = 17;
  static final int DATETIME2 = 18;
  static final int TIME2 = 19;
  static final int VECTOR = 242;
  static final int JSON = 245;
  static final int NEWDECIMAL = 246;
  static final int ENUM = 247;
  static final int SET = 248;
  static final int BLOB = 252;
  static final int VAR_STRING = 253;
  static final int STRING = 254;
  static final int GEOMETRY = 255;

  private final NumberCells numbers;
  private final TemporalCells temporals;
  private final AsciiBuffer buffer;

  ColumnTypes(AsciiBuffer buffer) {
    this.buffer = buffer;
    this.numbers = new NumberCells(buffer);
    this.temporals = new TemporalCells(buffer);
  }

  /**
   * A column as the event's fixed part describes it.
   *
   * @param type type number; ENUM and SET as such, not as the STRING they travel as
   * @param meta the type's metadata: lengths, precision, fractional digits
   */
  record Raw(int type, int meta) {

    /** Reads one column's metadata from that part of the event. */
    static Raw read(int type, ByteCursor in) {
      return switch (type) {
        case FLOAT, DOUBLE, BLOB, JSON, GEOMETRY, VECTOR, TIME2, DATETIME2, TIMESTAMP2 ->
            new Raw(type, in.readByte());
        case BIT, VARCHAR, VAR_STRING, NEWDECIMAL -> new Raw(type, (int) in.readLittle(2));
        case STRING -> string(in.readByte(), in.readByte());
        case ENUM, SET -> new Raw(type, (int) in.readBig(2) & 0xFF);
        default -> new Raw(type, 0);
      };
    }

    /** Two bits of a long CHAR's length hide, turned over, in the byte that names the type. */
    private static Raw string(int realType, int length) {
      if (realType == ENUM || realType == SET) {
        return new Raw(realType, length);
      }
      return new Raw(STRING, length | ((realType & 0x30) ^ 0x30) << 4);
    }

    /** Whether the log says of it if it is signed. */
    boolean numeric() {
      return switch (type) {
        case TINY, SHORT, INT24, LONG, LONGLONG, NEWDECIMAL, FLOAT, DOUBLE, YEAR -> true;
        default -> false;
      };
    }

    /** Whether the log says its character set. */
    boolean character() {
      return switch (type) {
        case STRING, VARCHAR, VAR_STRING, BLOB -> true;
        default -> false;
      };
    }
  }

  /** The kind of a column; a character column's is decided by its character set. */
  static ValueKind kind(Raw column, String charset) {
    return switch (column.type) {
      case TINY, SHORT, INT24, LONG, LONGLONG, YEAR -> ValueKind.INTEGER;
      case NEWDECIMAL -> ValueKind.DECIMAL;
      case FLOAT, DOUBLE -> ValueKind.REAL;
      case BIT -> ValueKind.BIT;
      case DATE, TIME2, DATETIME2, TIMESTAMP2 -> ValueKind.TEMPORAL;
      case STRING, VARCHAR, VAR_STRING, BLOB ->
          charset.equals("binary") ? ValueKind.BINARY : ValueKind.TEXT;
      case ENUM -> ValueKind.ENUM;
      case SET -> ValueKind.SET;
      case JSON -> ValueKind.JSON;
      case GEOMETRY -> ValueKind.GEOMETRY;
      case VECTOR -> ValueKind.VECTOR;
      default -> throw Refusal.snapshot("column type " + column.type + " is not supported");
    };
  }

  /** How to read a column's values, apart from what {@link #unsigned} is for. */
  Cell cell(Raw column, ValueKind kind) {
    int meta = column.meta;
    return switch (column.type) {
      case TINY -> numbers.signed(1);
      case SHORT -> numbers.signed(2);
      case INT24 -> numbers.signed(3);
      case LONG -> numbers.signed(4);
      case LONGLONG -> numbers.signed(8);
      case YEAR -> numbers.year();
      case NEWDECIMAL -> new DecimalCell(meta & 0xFF, meta >> 8, buffer);
      case FLOAT -> numbers.floating();
      case DOUBLE -> numbers.doublePrecision();
      case BIT -> numbers.bit(((meta >> 8) * 8 + (meta & 0xFF) + 7) / 8);
      case DATE -> temporals.date();
      case TIME2 -> temporals.time(meta);
      case DATETIME2 -> temporals.datetime(meta);
      case TIMESTAMP2 -> temporals.timestamp(meta);
      case ENUM, SET -> numbers.unsigned(meta);
      case STRING ->
          kind == ValueKind.BINARY
              ? StringCells.binary(meta)
              : StringCells.counted(meta > 255 ? 2 : 1);
      case VARCHAR, VAR_STRING -> StringCells.counted(meta > 255 ? 2 : 1);
      case JSON -> new JsonCell(buffer);
      default -> StringCells.counted(meta);
    };
  }

  /** How to read a column's values if the log calls it unsigned. */
  Cell unsigned(Raw column, ValueKind kind) {
    return switch (column.type) {
      case TINY -> numbers.unsigned(1);
      case SHORT -> numbers.unsigned(2);
      case INT24 -> numbers.unsigned(3);
      case LONG -> numbers.unsigned(4);
      case LONGLONG -> numbers.unsigned(8);
      default -> cell(column, kind);
    };
  }
}
