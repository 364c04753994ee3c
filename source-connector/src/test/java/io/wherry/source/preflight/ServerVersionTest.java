package io.wherry.source.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServerVersionTest {

  private static PreflightReport check(String version) {
    PreflightReport report = PreflightReport.empty();
    ServerVersion.parse(version).check(report);
    return report;
  }

  @Test
  void refusesWhatDoesNotLogColumnNames() {
    assertThat(check("5.7.44-log").findings()).hasSize(1);
    assertThat(check("8.0.0-dmr").findings()).hasSize(1);
    assertThat(check("nonsense").findings()).hasSize(1);
    assertThat(check("8.0.1").findings()).isEmpty();
    assertThat(check("8.4.6-commercial").findings()).isEmpty();
    assertThat(check("9.7.4").findings()).isEmpty();
    assertThat(check("10.0.0").findings()).isEmpty();
  }

  @Test
  void refusesMariaDb() {
    assertThat(check("5.5.5-10.11.6-MariaDB-1").findings())
        .singleElement()
        .satisfies(f -> assertThat(f.message()).contains("MariaDB"));
    assertThat(check("11.8.2-MariaDB").findings()).hasSize(1);
  }

  @Test
  void knowsWhereCascadesAreLogged() {
    assertThat(ServerVersion.parse("9.6.0").logsCascades("OFF")).isTrue();
    assertThat(ServerVersion.parse("9.7.4").logsCascades("ON")).isFalse();
    assertThat(ServerVersion.parse("9.5.0").logsCascades("")).isFalse();
    assertThat(ServerVersion.parse("8.4.0").logsCascades("")).isFalse();
  }
}
