package io.wherry.source.tail;

/**
 * Cells of DATE, TIME, DATETIME and TIMESTAMP (time zone +00:00), with zero and impossible dates as
 * they are stored and as many fractional digits as declared.
 */
final class TemporalCells {
  private static final long DATETIME_OFFSET = 0x8000000000L;
  private static final int SECONDS_A_DAY = 86_400;
  private static final long[] MICROS_A_UNIT = {1_000_000, 10_000, 100, 1};

  private final AsciiBuffer buffer;

  TemporalCells(AsciiBuffer buffer) {
    this.buffer = buffer;
  }

  Cell date() {
    return in -> {
      int value = (int) in.readLittle(3);
      buffer.clear();
      addDate(value >> 9, value >> 5 & 15, value & 31);
      return buffer.toBytes();
    };
  }

  Cell datetime(int digits) {
    return in -> {
      long value = in.readBig(5) - DATETIME_OFFSET;
      buffer.clear();
      addDatetime(value);
      addFraction(in.readBig((digits + 1) / 2), digits);
      return buffer.toBytes();
    };
  }

  Cell timestamp(int digits) {
    return in -> {
      long seconds = in.readBig(4);
      buffer.clear();
      addInstant(seconds);
      addFraction(in.readBig((digits + 1) / 2), digits);
      return buffer.toBytes();
    };
  }

  /** Three bytes of hours, minutes and seconds around an offset, and the fraction behind them. */
  Cell time(int digits) {
    int fractionBytes = (digits + 1) / 2;
    return in -> {
      long offset = 0x800000L << 8 * fractionBytes;
      long value = in.readBig(3 + fractionBytes) - offset;
      long size = Math.abs(value);
      buffer.clear();
      if (value < 0) {
        buffer.add('-');
      }
      addTime(size >> 8 * fractionBytes);
      addFraction(size & (1L << 8 * fractionBytes) - 1, digits);
      return buffer.toBytes();
    };
  }

  /** A packed DATETIME as JSON holds it, without its fraction. */
  void addDatetime(long packed) {
    long days = packed >> 17;
    long months = days >> 5;
    addDate(months / 13, months % 13, days & 31);
    buffer.add(' ');
    addTime(packed & (1 << 17) - 1);
  }

  /** The date of a packed DATETIME. */
  void addDateOf(long packed) {
    long days = packed >> 17;
    addDate((days >> 5) / 13, (days >> 5) % 13, days & 31);
  }

  /** Hours (any number), minutes and seconds as they are packed: 6 bits each for the lower two. */
  void addTime(long packed) {
    buffer.addDigits(packed >> 12, 2).add(':').addDigits(packed >> 6 & 63, 2);
    buffer.add(':').addDigits(packed & 63, 2);
  }

  private void addDate(long year, long month, long day) {
    buffer.addDigits(year, 4).add('-').addDigits(month, 2).add('-').addDigits(day, 2);
  }

  /** Seconds since 1970; the server keeps zero for the zero date. */
  private void addInstant(long seconds) {
    if (seconds == 0) {
      buffer.add("0000-00-00 00:00:00");
      return;
    }
    addEpochDay(seconds / SECONDS_A_DAY);
    long second = seconds % SECONDS_A_DAY;
    buffer.add(' ').addDigits(second / 3600, 2).add(':').addDigits(second / 60 % 60, 2);
    buffer.add(':').addDigits(second % 60, 2);
  }

  /** Proleptic Gregorian calendar, years counted from March so that leap days come last. */
  private void addEpochDay(long epochDay) {
    long day = epochDay + 719_468;
    long era = day / 146_097;
    long dayOfEra = day % 146_097;
    long yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
    long dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    long shifted = (5 * dayOfYear + 2) / 153;
    long month = shifted < 10 ? shifted + 3 : shifted - 9;
    long year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0);
    addDate(year, month, dayOfYear - (153 * shifted + 2) / 5 + 1);
  }

  /** The stored fraction counts hundredths, ten thousandths or millionths, by its bytes. */
  private void addFraction(long stored, int digits) {
    if (digits == 0) {
      return;
    }
    long micros = stored * MICROS_A_UNIT[(digits + 1) / 2];
    for (int i = digits; i < 6; i++) {
      micros /= 10;
    }
    buffer.add('.').addDigits(micros, digits);
  }
}
