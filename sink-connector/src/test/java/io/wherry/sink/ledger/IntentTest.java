package io.wherry.sink.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class IntentTest {

  @Test
  void comesBackAsItWasWritten() {
    Intent absent = new Intent(12, Optional.empty());
    Intent present = new Intent(0, Optional.of("CREATE TABLE `a` (\n  `absent` int\n)"));
    assertThat(Intent.parse(absent.text())).isEqualTo(absent);
    assertThat(Intent.parse(present.text())).isEqualTo(present);
  }

  @Test
  void refusesWhatAnotherReleaseWrote() {
    assertThatThrownBy(() -> Intent.parse("{\"offset\": 1}"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Intent.parse("1 present"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
