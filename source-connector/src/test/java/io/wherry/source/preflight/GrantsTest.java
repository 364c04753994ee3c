package io.wherry.source.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class GrantsTest {

  private static boolean covers(String privilege, String database, String... lines) {
    return new Grants(List.of(lines)).cover(privilege, database);
  }

  @Test
  void ofTheServerAndOfDatabases() {
    assertThat(covers("SELECT", "a", "GRANT ALL PRIVILEGES ON *.* TO `u`@`%`")).isTrue();
    assertThat(covers("LOCK TABLES", "a", "GRANT SELECT, LOCK TABLES ON *.* TO `u`@`%`")).isTrue();
    assertThat(covers("SELECT", "a", "GRANT SELECT ON `a`.* TO `u`@`%`")).isTrue();
    assertThat(covers("SELECT", "b", "GRANT SELECT ON `a`.* TO `u`@`%`")).isFalse();
    assertThat(covers("SELECT", "a", "GRANT SELECT ON `a`.`t` TO `u`@`%`")).isFalse();
    assertThat(covers("SELECT", "a", "GRANT `r`@`%` TO `u`@`%`")).isFalse();
    assertThat(covers("SELECT", "a", "GRANT INSERT ON *.* TO `u`@`%` WITH GRANT OPTION")).isFalse();
  }

  @Test
  void patternsAndEscapes() {
    assertThat(covers("SELECT", "shop_1", "GRANT SELECT ON `shop\\_1`.* TO `u`@`%`")).isTrue();
    assertThat(covers("SELECT", "shopx1", "GRANT SELECT ON `shop\\_1`.* TO `u`@`%`")).isFalse();
    assertThat(covers("SELECT", "shopx1", "GRANT SELECT ON `shop_1`.* TO `u`@`%`")).isTrue();
    assertThat(covers("SELECT", "shop.eu", "GRANT SELECT ON `sh%`.* TO `u`@`%`")).isTrue();
    assertThat(covers("SELECT", "a`b", "GRANT SELECT ON `a``b`.* TO `u`@`%`")).isTrue();
  }

  @Test
  void partialRevokes() {
    String all = "GRANT SELECT ON *.* TO `u`@`%`";
    String revoked = "REVOKE SELECT ON `a`.* FROM `u`@`%`";
    assertThat(covers("SELECT", "a", all, revoked)).isFalse();
    assertThat(covers("SELECT", "b", all, revoked)).isTrue();
  }
}
