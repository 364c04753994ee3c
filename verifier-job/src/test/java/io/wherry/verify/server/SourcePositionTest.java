package io.wherry.verify.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SourcePositionTest {
  private static final String A = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
  private static final String B = "4e11fa47-71ca-11e1-9e33-c80aa9429562";

  @Test
  void ownedTransactionsBecomeASet() {
    assertThat(SourcePosition.owned("")).isEmpty();
    assertThat(SourcePosition.owned(A + ":5#41")).isEqualTo(A + ":5");
    assertThat(SourcePosition.owned(A + ":5#41:9#42,\n" + B + ":1#7"))
        .isEqualTo(A + ":5," + A + ":9," + B + ":1");
    assertThat(SourcePosition.owned(A + ":5#41:tag:2#43")).isEqualTo(A + ":5," + A + ":tag:2");
  }
}
