package io.wherry.e2e.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.wherry.common.model.TableId;
import io.wherry.e2e.scenario.Verdict.Outcome;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RefusalTest {
  private static final Set<TableId> TABLES = Set.of(new TableId("c1", "t"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "c1.t at 3e11fa47-71ca-11e1-9e33-c80aa9429562:23: XA",
        "`c1`.`t` at binlog.000012:4711: RENAME TABLE",
        "top\n\tat x.Y.z(Y.java:1)\nCaused by: c1.t: topic p.c1.t offset 17"
      })
  void acceptsTableAndPosition(String message) {
    assertThat(judge(message, true)).isEqualTo(Outcome.REFUSED);
  }

  @Test
  void needsATableOfTheCase() {
    assertThat(judge("other.t at binlog.000012:4711", true)).isEqualTo(Outcome.FAIL);
    assertThat(judge("failed\n\tat c1.t binlog.000001", true)).isEqualTo(Outcome.FAIL);
  }

  @Test
  void needsAPositionOnlyOnceTheLogIsRead() {
    assertThat(judge("c1.t has a trigger", false)).isEqualTo(Outcome.REFUSED);
    assertThat(judge("c1.t has a trigger", true)).isEqualTo(Outcome.FAIL);
  }

  private static Outcome judge(String message, boolean fromLog) {
    return new Refusal(message, fromLog).judgeMessage(TABLES).outcome();
  }
}
