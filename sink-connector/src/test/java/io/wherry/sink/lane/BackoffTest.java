package io.wherry.sink.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.wherry.common.mysql.SqlFailure;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackoffTest {
  private long now;
  private final Backoff backoff = new Backoff(() -> now);

  @Test
  void growsToABoundAndStartsOver() {
    for (int i = 0; i < 100; i++) {
      long bound = Math.min(10_000, 50L << Math.min(i, 10));
      assertThat(backoff.failed(SqlFailure.AGAIN)).isBetween(bound / 2, bound);
    }
    backoff.succeeded();
    assertThat(backoff.failed(SqlFailure.AGAIN)).isLessThanOrEqualTo(50);
  }

  @Test
  void waitsLongerForAPerson() {
    assertThat(backoff.failed(SqlFailure.WAIT_FOR_PERSON)).isBetween(2_500L, 5_000L);
  }

  @Test
  void warnsAtTheFirstFailureAndThenOnceAMinute() {
    backoff.failed(SqlFailure.AGAIN);
    assertThat(backoff.dueToWarn()).isTrue();
    now += Duration.ofSeconds(59).toNanos();
    backoff.failed(SqlFailure.AGAIN);
    assertThat(backoff.dueToWarn()).isFalse();
    now += Duration.ofSeconds(2).toNanos();
    assertThat(backoff.dueToWarn()).isTrue();
    assertThat(backoff.failing()).isEqualTo(Duration.ofSeconds(61));
  }
}
