package io.wherry.sink;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GrantsTest {
  private static final Set<String> WANTED = Set.of("SELECT", "INSERT");

  private static Set<String> missing(String database, String... lines) {
    return Grants.parse(List.of(lines)).missing(database, WANTED);
  }

  @Test
  void readsGlobalAndDatabaseRights() {
    assertThat(missing("a", "GRANT USAGE ON *.* TO `u`@`%`")).isEqualTo(WANTED);
    assertThat(missing("a", "GRANT SELECT, INSERT ON *.* TO `u`@`%` WITH GRANT OPTION")).isEmpty();
    assertThat(missing("a", "GRANT ALL PRIVILEGES ON `a`.* TO `u`@`%`")).isEmpty();
    assertThat(missing("b", "GRANT ALL PRIVILEGES ON `a`.* TO `u`@`%`")).isEqualTo(WANTED);
    assertThat(missing("a", "GRANT SELECT ON *.* TO `u`@`%`", "GRANT INSERT ON `a`.* TO `u`@`%`"))
        .isEmpty();
  }

  @Test
  void takesPatternsAsTheServerDoes() {
    assertThat(missing("shop_eu", "GRANT ALL PRIVILEGES ON `shop\\_%`.* TO `u`@`%`")).isEmpty();
    assertThat(missing("shopXeu", "GRANT ALL PRIVILEGES ON `shop\\_%`.* TO `u`@`%`"))
        .isEqualTo(WANTED);
    assertThat(missing("shopXeu", "GRANT ALL PRIVILEGES ON `shop_%`.* TO `u`@`%`")).isEmpty();
    assertThat(missing("we.ird`x", "GRANT ALL PRIVILEGES ON `we.ird``x`.* TO `u`@`%`")).isEmpty();
  }

  @Test
  void aRightOnOneTableIsNoneOnTheDatabase() {
    assertThat(missing("a", "GRANT SELECT, INSERT ON `a`.`t` TO `u`@`%`")).isEqualTo(WANTED);
    assertThat(missing("a", "GRANT `role`@`%` TO `u`@`%`")).isEqualTo(WANTED);
  }

  @Test
  void partialRevokesCount() {
    assertThat(
            missing(
                "a",
                "GRANT SELECT, INSERT ON *.* TO `u`@`%`",
                "REVOKE INSERT ON `a`.* FROM `u`@`%`"))
        .containsExactly("INSERT");
  }
}
