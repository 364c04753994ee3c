package io.wherry.source.tail;

/** Cells of integers, BIT, ENUM, SET, YEAR, FLOAT and DOUBLE. */
final class NumberCells {
  private static final int SMALL = 1024;
  private static final byte[][] SMALL_TEXTS = new byte[SMALL][];
  private static final byte[] YEAR_ZERO = AsciiBuffer.ascii("0000");

  static {
    for (int i = 0; i < SMALL; i++) {
      SMALL_TEXTS[i] = AsciiBuffer.ascii(Integer.toString(i));
    }
  }

  private final AsciiBuffer buffer;
  private final DoubleText doubles;

  NumberCells(AsciiBuffer buffer) {
    this.buffer = buffer;
    this.doubles = new DoubleText(buffer);
  }

  Cell signed(int bytes) {
    int unused = 64 - 8 * bytes;
    return in -> number(in.readLittle(bytes) << unused >> unused);
  }

  Cell unsigned(int bytes) {
    return in -> unsignedNumber(in.readLittle(bytes));
  }

  /** BIT(n): the highest byte comes first. */
  Cell bit(int bytes) {
    return in -> unsignedNumber(in.readBig(bytes));
  }

  Cell year() {
    return in -> {
      int year = in.readByte();
      return year == 0 ? YEAR_ZERO : number(1900 + year);
    };
  }

  Cell floating() {
    return in -> real(Float.intBitsToFloat((int) in.readLittle(4)));
  }

  Cell doublePrecision() {
    return in -> real(Double.longBitsToDouble(in.readLittle(8)));
  }

  private byte[] number(long value) {
    if (value >= 0 && value < SMALL) {
      return SMALL_TEXTS[(int) value];
    }
    buffer.clear();
    return buffer.addNumber(value).toBytes();
  }

  private byte[] unsignedNumber(long value) {
    if (value >= 0) {
      return number(value);
    }
    buffer.clear();
    return buffer.addUnsigned(value).toBytes();
  }

  private byte[] real(double value) {
    buffer.clear();
    doubles.add(value);
    return buffer.toBytes();
  }
}
