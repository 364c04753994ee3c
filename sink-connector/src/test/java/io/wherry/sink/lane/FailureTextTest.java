package io.wherry.sink.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class FailureTextTest {

  @Test
  void keepsWordsThatTellNoValues() {
    SQLException deadlock = new SQLException("Deadlock found; try 'again'\nmore", "40001", 1213);
    assertThat(FailureText.of(deadlock))
        .isEqualTo("MySQL error 1213 (40001): Deadlock found; try 'again'");
    SQLException own =
        new SQLException("table a.t (key: id) failed with error 9999", "HY000", 9999);
    assertThat(FailureText.of(own)).contains("key: id");
  }

  @Test
  void dropsWordsThatMayHoldThem() {
    SQLException duplicate = new SQLException("Duplicate entry 'secret' for key", "23000", 1062);
    SQLException unknown = new SQLException("Invalid text: \"secret\"", "22032", 9998);
    assertThat(FailureText.of(duplicate)).isEqualTo("MySQL error 1062 (23000)");
    assertThat(FailureText.of(unknown)).isEqualTo("MySQL error 9998 (22032)");
    Throwable quiet = FailureText.quiet(duplicate);
    assertThat(quiet).hasMessageNotContaining("secret").hasNoCause();
  }
}
