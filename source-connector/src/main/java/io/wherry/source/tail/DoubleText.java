package io.wherry.source.tail;

/**
 * Writes doubles as the server prints them: shortest digits that read back, plain up to 15 places
 * before or behind the point (more before it where digits follow), else with an exponent ({@code
 * 1e300}, {@code 1.5e-20}).
 */
final class DoubleText {
  private static final int PLAIN_PLACES = 15;

  private final AsciiBuffer out;
  private final ShortestDouble shortest = new ShortestDouble();

  DoubleText(AsciiBuffer out) {
    this.out = out;
  }

  /** As a DOUBLE column prints it. */
  void add(double value) {
    if (Double.doubleToRawLongBits(value) < 0) {
      out.add('-');
    }
    if (value == 0) {
      out.add('0');
      return;
    }
    shortest.find(Math.abs(value));
    addDigits(shortest.digits(), shortest.exponent());
  }

  /** As JSON prints it: a whole number keeps {@code .0} so that it stays a double. */
  void addJson(double value) {
    add(value);
    if (value == 0
        || shortest.exponent() >= 0 && plain(length(shortest.digits()), shortest.exponent())) {
      out.add(".0");
    }
  }

  /** Plain are also longer numbers that have digits behind the point. */
  private static boolean plain(int length, int exponent) {
    int point = length + exponent;
    return point > -PLAIN_PLACES && (point <= PLAIN_PLACES || exponent < 0);
  }

  private void addDigits(long digits, int exponent) {
    int length = length(digits);
    int point = length + exponent;
    if (!plain(length, exponent)) {
      addScientific(digits, length, point - 1);
    } else if (exponent >= 0) {
      out.addDigits(digits, length).addZeros(exponent);
    } else if (point <= 0) {
      out.add("0.").addZeros(-point).addDigits(digits, length);
    } else {
      long scale = pow10(-exponent);
      out.addDigits(digits / scale, point).add('.').addDigits(digits % scale, -exponent);
    }
  }

  private void addScientific(long digits, int length, int exponent) {
    long scale = pow10(length - 1);
    out.addDigits(digits / scale, 1);
    if (length > 1) {
      out.add('.').addDigits(digits % scale, length - 1);
    }
    out.add('e').addNumber(exponent);
  }

  private static int length(long digits) {
    int length = 1;
    for (long rest = digits; rest >= 10; rest /= 10) {
      length++;
    }
    return length;
  }

  private static long pow10(int exponent) {
    long power = 1;
    for (int i = 0; i < exponent; i++) {
      power *= 10;
    }
    return power;
  }
}
