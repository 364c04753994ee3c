package io.wherry.source.tail;

/**
 * Reads DECIMAL(p,s): groups of nine digits in four bytes each, shorter groups at both ends, the
 * first bit turned over, all bits turned over in negative numbers.
 */
final class DecimalCell implements Cell {
  private static final int[] GROUP_BYTES = {0, 1, 1, 2, 2, 3, 3, 4, 4, 4};

  private final int whole;
  private final int scale;
  private final AsciiBuffer buffer;

  DecimalCell(int precision, int scale, AsciiBuffer buffer) {
    this.whole = precision - scale;
    this.scale = scale;
    this.buffer = buffer;
  }

  @Override
  public byte[] read(ByteCursor in) {
    buffer.clear();
    addTo(buffer, in);
    return buffer.toBytes();
  }

  /** Appends the next value's text. */
  void addTo(AsciiBuffer out, ByteCursor in) {
    int first = in.position();
    long turned = in.at(first) >= 0 ? -1 : 0;
    if (turned != 0) {
      out.add('-');
    }
    int start = out.size();
    addWhole(out, start, group(in, first, whole % 9, turned));
    for (int i = 0; i < whole / 9; i++) {
      addWhole(out, start, group(in, first, 9, turned));
    }
    if (out.size() == start) {
      out.add('0');
    }
    if (scale > 0) {
      addFraction(out, in, first, turned);
    }
  }

  private void addFraction(AsciiBuffer out, ByteCursor in, int first, long turned) {
    out.add('.');
    for (int i = 0; i < scale / 9; i++) {
      out.addDigits(group(in, first, 9, turned), 9);
    }
    if (scale % 9 > 0) {
      out.addDigits(group(in, first, scale % 9, turned), scale % 9);
    }
  }

  /** Zeros in front of the number are left out. */
  private static void addWhole(AsciiBuffer out, int start, long group) {
    if (out.size() > start) {
      out.addDigits(group, 9);
    } else if (group > 0) {
      out.addDigits(group, 1);
    }
  }

  private static long group(ByteCursor in, int first, int digits, long turned) {
    int bytes = GROUP_BYTES[digits];
    if (bytes == 0) {
      return 0;
    }
    long flip = in.position() == first ? 0x80L << 8 * (bytes - 1) : 0;
    return (in.readBig(bytes) ^ flip ^ turned) & (1L << 8 * bytes) - 1;
  }
}
