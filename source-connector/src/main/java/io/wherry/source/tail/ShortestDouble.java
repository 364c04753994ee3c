package io.wherry.source.tail;

import java.math.BigInteger;

/**
 * The shortest decimal that reads back as a given double and, of those, the nearest: {@code digits
 * * 10^exponent}. The method is that of R. Giulietti's paper "The Schubfach way to render doubles".
 * The JDK's own {@code Double.toString} is not always shortest before version 19.
 */
final class ShortestDouble {
  private static final int MIN_POWER = -324;
  private static final int MAX_POWER = 292;
  private static final long MASK_63 = Long.MAX_VALUE;
  private static final int MIN_BINARY_EXPONENT = -1074;
  private static final long HIDDEN_BIT = 1L << 52;

  /** Per power k the upper and lower 63 bits of 10^-k, scaled to 126 bits and rounded up. */
  private static final long[] SCALES = scales();

  private long digits;
  private int exponent;

  /** The decimal digits found last, without trailing zeros. */
  long digits() {
    return digits;
  }

  /** The power of ten found last. */
  int exponent() {
    return exponent;
  }

  /** Finds the decimal of a finite value greater than zero. */
  void find(double value) {
    long bits = Double.doubleToRawLongBits(value);
    int biased = (int) (bits >>> 52);
    long fraction = bits & HIDDEN_BIT - 1;
    long significand = biased == 0 ? fraction : fraction | HIDDEN_BIT;
    int power = biased == 0 ? MIN_BINARY_EXPONENT : biased - 1075;
    if (power <= 0 && power > -53 && (significand >> -power) << -power == significand) {
      result(significand >> -power, 0);
    } else {
      search(significand, power);
    }
  }

  /** Places the interval of decimals that read back as {@code significand * 2^power}. */
  private void search(long significand, int power) {
    boolean regular = significand != HIDDEN_BIT || power == MIN_BINARY_EXPONENT;
    int k = regular ? floorLog10(power) : floorLog10OfThreeQuarters(power);
    int shift = power + floorLog2OfPowerOf10(-k) + 2;
    long high = SCALES[(k - MIN_POWER) * 2];
    long low = SCALES[(k - MIN_POWER) * 2 + 1];
    long middle = significand << 2;
    long odd = significand & 1;
    long value = scaled(high, low, middle << shift);
    long lower = scaled(high, low, middle - (regular ? 2 : 1) << shift) + odd;
    long upper = scaled(high, low, middle + 2 << shift) - odd;
    result(pick(value, lower, upper), k);
  }

  /** All three bounds are four times the decimal and rounded to odd. */
  private static long pick(long value, long lower, long upper) {
    long floor = value >> 2;
    if (floor >= 10) {
      long tensBelow = floor / 10 * 10;
      boolean below = lower <= tensBelow << 2;
      boolean above = tensBelow + 10 << 2 <= upper;
      if (below != above) {
        return below ? tensBelow : tensBelow + 10;
      }
    }
    boolean below = lower <= floor << 2;
    boolean above = floor + 1 << 2 <= upper;
    if (below != above) {
      return below ? floor : floor + 1;
    }
    long half = value - (floor + floor + 1 << 1);
    return half < 0 || half == 0 && (floor & 1) == 0 ? floor : floor + 1;
  }

  private void result(long found, int power) {
    long rest = found;
    int zeros = 0;
    while (rest % 10 == 0) {
      rest /= 10;
      zeros++;
    }
    digits = rest;
    exponent = power + zeros;
  }

  /** {@code scale * x / 2^127}, the last bit telling whether something was cut off. */
  private static long scaled(long high, long low, long x) {
    long carry = Math.multiplyHigh(low, x);
    long product = high * x;
    long top = Math.multiplyHigh(high, x);
    long z = (product >>> 1) + carry;
    long w = top + (z >>> 63);
    return w | (z & MASK_63) + MASK_63 >>> 63;
  }

  private static int floorLog10(int powerOf2) {
    return (int) (powerOf2 * 661_971_961_083L >> 41);
  }

  private static int floorLog10OfThreeQuarters(int powerOf2) {
    return (int) (powerOf2 * 661_971_961_083L - 274_743_187_321L >> 41);
  }

  private static int floorLog2OfPowerOf10(int powerOf10) {
    return (int) (powerOf10 * 913_124_641_741L >> 38);
  }

  private static long[] scales() {
    long[] scales = new long[(MAX_POWER - MIN_POWER + 1) * 2];
    for (int k = MIN_POWER; k <= MAX_POWER; k++) {
      int bits = 125 - floorLog2OfPowerOf10(-k);
      BigInteger ten = BigInteger.TEN.pow(Math.abs(k));
      BigInteger scale =
          k <= 0
              ? bits >= 0 ? ten.shiftLeft(bits) : ten.shiftRight(-bits)
              : BigInteger.ONE.shiftLeft(bits).divide(ten);
      scale = scale.add(BigInteger.ONE);
      scales[(k - MIN_POWER) * 2] = scale.shiftRight(63).longValueExact();
      scales[(k - MIN_POWER) * 2 + 1] = scale.longValue() & MASK_63;
    }
    return scales;
  }
}
