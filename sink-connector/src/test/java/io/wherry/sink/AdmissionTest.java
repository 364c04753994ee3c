package io.wherry.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.wherry.sink.lane.LaneState;
import io.wherry.sink.lane.LaneState.Phase;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AdmissionTest {
  private final Admission admission = new Admission(1_000);

  private static LaneState running(long bytes) {
    return new LaneState(Phase.RUNNING, bytes, false, false, Optional.empty());
  }

  private static Admission.Load load(long bytes) {
    return new Admission.Load(bytes, 4);
  }

  @Test
  void oneLaneMayUseAllOfItAndIsResumedAtHalf() {
    assertThat(admission.keeps(running(999), load(999))).isTrue();
    assertThat(admission.keeps(running(1_000), load(1_000))).isFalse();
    assertThat(admission.resumes(running(600), load(600))).isFalse();
    assertThat(admission.resumes(running(500), load(500))).isTrue();
  }

  @Test
  void aLaneThatIsStuckStarvesNoOther() {
    assertThat(admission.keeps(running(249), load(5_000))).isTrue();
    assertThat(admission.keeps(running(250), load(5_000))).isFalse();
    assertThat(admission.resumes(running(125), load(5_000))).isTrue();
    assertThat(admission.resumes(running(126), load(5_000))).isFalse();
  }

  @Test
  void aLaneWithHalfABatchGetsTheRest() {
    LaneState half = new LaneState(Phase.RUNNING, 9_000, false, true, Optional.empty());
    assertThat(admission.keeps(half, load(9_000))).isTrue();
    assertThat(admission.resumes(half, load(9_000))).isTrue();
  }

  @Test
  void aLaneThatCannotWorkGetsNothing() {
    LaneState waiting = new LaneState(Phase.RUNNING, 0, true, false, Optional.empty());
    assertThat(admission.keeps(waiting, load(0))).isFalse();
    for (Phase phase : Phase.values()) {
      LaneState lane = new LaneState(phase, 0, false, false, Optional.empty());
      assertThat(admission.resumes(lane, load(0))).isEqualTo(phase == Phase.RUNNING);
    }
  }
}
