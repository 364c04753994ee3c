package io.wherry.sink.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NumericTest {
  @Test
  void decimals() {
    List.of("0", "-1", "007", "12.50", "-0.0").forEach(t -> assertThat(decimal(t)).as(t).isTrue());
    List.of("", "-", "1.", ".5", "1e5", "1 ", "+1", "--1", "1-1", "0x1F", "1;", "1,2", "1.2.3")
        .forEach(t -> assertThat(decimal(t)).as(t).isFalse());
  }

  @Test
  void integers() {
    List.of("0", "-1", "18446744073709551615", "0000")
        .forEach(t -> assertThat(Numeric.isInteger(Sql.ascii(t))).as(t).isTrue());
    List.of("", "-", "1.5", "+1", "1 ", "1e3")
        .forEach(t -> assertThat(Numeric.isInteger(Sql.ascii(t))).as(t).isFalse());
  }

  @Test
  void reals() {
    List.of("0", "-0", "1.5", "1e308", "5E-324", "-1.7976931348623157e+308")
        .forEach(t -> assertThat(real(t)).as(t).isTrue());
    List.of("", "e5", "1e", "1e+", "1e5.5", "nan", "inf", "1e5 ", "1e5)", "-", "1.e5")
        .forEach(t -> assertThat(real(t)).as(t).isFalse());
  }

  @Test
  void digits() {
    assertThat(Numeric.isDigits(Sql.ascii("18446744073709551615"))).isTrue();
    List.of("", "-1", "1.0", "1 ", "a")
        .forEach(t -> assertThat(Numeric.isDigits(Sql.ascii(t))).as(t).isFalse());
  }

  @Test
  void temporals() {
    List.of("2024-02-31", "-838:59:59.000000", "0000-00-00 00:00:00")
        .forEach(t -> assertThat(Numeric.isTemporal(Sql.ascii(t))).as(t).isTrue());
    List.of("", "now()", "2024-01-01'", "2024-01-01T00:00:00", "1\\")
        .forEach(t -> assertThat(Numeric.isTemporal(Sql.ascii(t))).as(t).isFalse());
  }

  @Test
  void zeros() {
    List.of("0", "-0", "0.000", "0e10", "-0.0E5")
        .forEach(t -> assertThat(Numeric.isZero(Sql.ascii(t))).as(t).isTrue());
    List.of("1", "0.01", "10", "1e-400")
        .forEach(t -> assertThat(Numeric.isZero(Sql.ascii(t))).as(t).isFalse());
  }

  private static boolean decimal(String text) {
    return Numeric.isDecimal(Sql.ascii(text));
  }

  private static boolean real(String text) {
    return Numeric.isReal(Sql.ascii(text));
  }
}
