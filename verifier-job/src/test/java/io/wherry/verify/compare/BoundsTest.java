package io.wherry.verify.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BoundsTest {
  @Test
  void aLimitIsSharedAndNeverExceeded() {
    ReportLimit limit = new ReportLimit(5);

    assertThat(limit.take(3)).isEqualTo(3);
    assertThat(limit.take(3)).isEqualTo(2);
    assertThat(limit.take(1)).isZero();
  }

  @Test
  void chunksGrowToWhatRowsAllowAndShrinkWhenTheyAreSlow() {
    ChunkSize size = new ChunkSize(200);
    assertThat(size.rows()).isEqualTo(2_000);
    for (int i = 0; i < 10; i++) {
      size.took(size.rows(), 0.1);
    }
    assertThat(size.rows()).isEqualTo((8 << 20) / 200);

    size.took(size.rows(), 3);
    assertThat(size.rows()).isEqualTo((8 << 20) / 400);
  }

  @Test
  void hugeRowsComeInSmallChunks() {
    ChunkSize size = new ChunkSize(10 << 20);
    size.took(20, 60);

    assertThat(size.rows()).isEqualTo(20);
  }

  @Test
  void aPoisonedSumProvesNothing() {
    java.math.BigInteger poison = new java.math.BigInteger(io.wherry.verify.table.RowText.POISON);

    assertThat(new Checksum(1, poison).proves()).isFalse();
    assertThat(new Checksum(2, poison.add(java.math.BigInteger.ONE)).proves()).isFalse();
    assertThat(new Checksum(2, poison.subtract(java.math.BigInteger.ONE)).proves()).isTrue();
  }
}
