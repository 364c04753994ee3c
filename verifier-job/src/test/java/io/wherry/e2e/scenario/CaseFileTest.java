package io.wherry.e2e.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wherry.e2e.scenario.CaseFile.Mode;
import org.junit.jupiter.api.Test;

class CaseFileTest {

  @Test
  void readsHeadersAndParts() {
    CaseFile file =
        CaseFile.parse(
            "C99-odd.sql",
            """
            -- C99 odd
            -- run: during-snapshot 7
            -- exclude: b
            -- how to run: again and again

            -- setup
            CREATE DATABASE a;
            create schema if not exists `we``ird b` DEFAULT CHARACTER SET latin1;
            CREATE DATABASE b;
            USE a;

            -- live
            DO 1;
            """);
    assertThat(file.name()).isEqualTo("C99-odd");
    assertThat(file.mode()).isEqualTo(Mode.DURING_SNAPSHOT);
    assertThat(file.repeats()).isEqualTo(7);
    assertThat(file.created()).containsExactly("a", "we`ird b", "b");
    assertThat(file.included()).containsExactly("a", "we`ird b");
    assertThat(file.setup()).hasSize(4);
    assertThat(file.live()).containsExactly("DO 1");
  }

  @Test
  void runsAfterTheSnapshotUnlessTold() {
    CaseFile file = CaseFile.parse("x.sql", "-- setup\nCREATE DATABASE a;\n-- live\n");
    assertThat(file.mode()).isEqualTo(Mode.AFTER_SNAPSHOT);
    assertThat(file.live()).isEmpty();
  }

  @Test
  void namesWhatIsMissingOrUnknown() {
    assertThatThrownBy(() -> CaseFile.parse("x.sql", "-- setup\nDO 1;"))
        .hasMessageContaining("x.sql")
        .hasMessageContaining("-- live");
    assertThatThrownBy(() -> CaseFile.parse("x.sql", "-- run: never\n-- setup\n-- live\n"))
        .hasMessageContaining("never");
  }
}
