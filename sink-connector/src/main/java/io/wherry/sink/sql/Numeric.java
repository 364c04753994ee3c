package io.wherry.sink.sql;

/** Decides by its characters alone whether a byte string is a number or a date and nothing else. */
final class Numeric {
  private Numeric() {}

  static boolean isDigits(byte[] value) {
    return value.length > 0 && digits(value, 0) == value.length;
  }

  /** Optional sign, digits. */
  static boolean isInteger(byte[] value) {
    int begin = value.length > 0 && value[0] == '-' ? 1 : 0;
    return value.length > begin && digits(value, begin) == value.length;
  }

  /** Optional sign, digits, optional fraction. */
  static boolean isDecimal(byte[] value) {
    return fixed(value) == value.length;
  }

  /** As {@link #isDecimal}, with an optional exponent. */
  static boolean isReal(byte[] value) {
    int at = fixed(value);
    if (at <= 0 || at == value.length) {
      return at > 0;
    }
    if (value[at] != 'e' && value[at] != 'E') {
      return false;
    }
    int exponent = at + 1;
    if (exponent < value.length && (value[exponent] == '-' || value[exponent] == '+')) {
      exponent++;
    }
    return exponent < value.length && digits(value, exponent) == value.length;
  }

  /** Digits and the signs between them; whether it is a date is the server's to say. */
  static boolean isTemporal(byte[] value) {
    for (byte b : value) {
      if (!(b >= '0' && b <= '9' || b == '-' || b == ':' || b == '.' || b == ' ')) {
        return false;
      }
    }
    return value.length > 0;
  }

  /** Whether it is a zero of either sign. */
  static boolean isZero(byte[] real) {
    for (byte b : real) {
      if (b >= '1' && b <= '9') {
        return false;
      }
      if (b == 'e' || b == 'E') {
        return true;
      }
    }
    return true;
  }

  /** Index behind the number at the beginning; -1 where there is none. */
  private static int fixed(byte[] value) {
    int begin = value.length > 0 && value[0] == '-' ? 1 : 0;
    int at = digits(value, begin);
    if (at == begin) {
      return -1;
    }
    if (at < value.length && value[at] == '.') {
      int fraction = digits(value, at + 1);
      return fraction == at + 1 ? -1 : fraction;
    }
    return at;
  }

  private static int digits(byte[] value, int begin) {
    int at = begin;
    while (at < value.length && value[at] >= '0' && value[at] <= '9') {
      at++;
    }
    return at;
  }
}
