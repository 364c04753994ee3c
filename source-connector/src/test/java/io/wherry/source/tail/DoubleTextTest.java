package io.wherry.source.tail;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DoubleTextTest {

  /** As MySQL 9.7 prints them, as a column and inside JSON. */
  @ParameterizedTest
  @CsvSource({
    "0, 0, 0.0",
    "-0.0, -0, -0.0",
    "1e15, 1e15, 1e15",
    "1e14, 100000000000000, 100000000000000.0",
    "999999999999999, 999999999999999, 999999999999999.0",
    "1e16, 1e16, 1e16",
    "1317246016732669.5, 1317246016732669.5, 1317246016732669.5",
    "1e-15, 0.000000000000001, 0.000000000000001",
    "1e-16, 1e-16, 1e-16",
    "1.5e-20, 1.5e-20, 1.5e-20",
    "4.9e-324, 5e-324, 5e-324",
    "1.7976931348623157e308, 1.7976931348623157e308, 1.7976931348623157e308",
    "3.14, 3.14, 3.14",
    "-100, -100, -100.0",
    "2e23, 2e23, 2e23",
    "5.684341886080802e-14, 0.00000000000005684341886080802, 0.00000000000005684341886080802"
  })
  void printsAsTheServerDoes(double value, String column, String json) {
    AsciiBuffer buffer = new AsciiBuffer();
    new DoubleText(buffer).add(value);
    assertThat(text(buffer)).isEqualTo(column);
    buffer.clear();
    new DoubleText(buffer).addJson(value);
    assertThat(text(buffer)).isEqualTo(json);
  }

  @Test
  void digitsReadBackAndNoShorterOnesDo() {
    long seed = System.nanoTime();
    System.out.println("digitsReadBackAndNoShorterOnesDo: seed " + seed);
    Random random = new Random(seed);
    ShortestDouble shortest = new ShortestDouble();
    for (int i = 0; i < 10_000; i++) {
      check(shortest, Math.abs(Double.longBitsToDouble(random.nextLong())));
      check(shortest, Math.abs(random.nextGaussian()));
      check(shortest, random.nextInt(1_000_000) / 1000.0);
      check(shortest, Math.abs(Float.intBitsToFloat(random.nextInt())));
    }
    for (int power = -1074; power < 1024; power++) {
      double value = Math.scalb(1.0, power);
      check(shortest, value);
      check(shortest, Math.nextUp(value));
      check(shortest, Math.nextDown(value));
    }
  }

  private static void check(ShortestDouble shortest, double value) {
    if (value == 0 || !Double.isFinite(value)) {
      return;
    }
    shortest.find(value);
    String found = shortest.digits() + "e" + shortest.exponent();
    assertThat(Double.parseDouble(found)).as(found).isEqualTo(value);
    BigDecimal exact = new BigDecimal(value);
    int digits = Long.toString(shortest.digits()).length();
    for (RoundingMode mode : new RoundingMode[] {RoundingMode.DOWN, RoundingMode.UP}) {
      if (digits > 1) {
        BigDecimal shorter = exact.round(new MathContext(digits - 1, mode));
        assertThat(shorter.doubleValue()).as(found).isNotEqualTo(value);
      }
      BigDecimal other = exact.round(new MathContext(digits, mode));
      if (other.doubleValue() == value) {
        assertThat(new BigDecimal(found).subtract(exact).abs())
            .as(found)
            .isLessThanOrEqualTo(other.subtract(exact).abs());
      }
    }
  }

  private static String text(AsciiBuffer buffer) {
    return new String(buffer.toBytes(), StandardCharsets.US_ASCII);
  }
}
