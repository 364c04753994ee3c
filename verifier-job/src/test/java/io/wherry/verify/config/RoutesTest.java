package io.wherry.verify.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wherry.common.model.TableId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RoutesTest {
  private static TableId id(String database, String table) {
    return new TableId(database, table);
  }

  @Test
  void withoutRoutesNamesStay() {
    assertThat(Routes.parse("", "").route(id("a", "t"))).isEqualTo(id("a", "t"));
  }

  @Test
  void aTablesOwnRouteWins() {
    Routes routes = Routes.parse("a:b, c:d", "a.t:x.y");

    assertThat(routes.route(id("a", "t"))).isEqualTo(id("x", "y"));
    assertThat(routes.route(id("a", "u"))).isEqualTo(id("b", "u"));
    assertThat(routes.route(id("c", "t"))).isEqualTo(id("d", "t"));
    assertThat(routes.route(id("b", "t"))).isEqualTo(id("b", "t"));
  }

  @Test
  void namesInBackticksMayHoldAnySign() {
    Routes routes = Routes.parse("`a:b`:`c,d`", "`e.f`.`g``h`:i.`j.k`");

    assertThat(routes.route(id("a:b", "t"))).isEqualTo(id("c,d", "t"));
    assertThat(routes.route(id("e.f", "g`h"))).isEqualTo(id("i", "j.k"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "a:", ":b", "a.b:c", "a:b:c", "`a:b"})
  void otherFormsAreRefused(String routes) {
    assertThatThrownBy(() -> Routes.parse(routes, ""))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("database.routes");
  }

  @Test
  void aTableRouteNeedsBothNames() {
    assertThatThrownBy(() -> Routes.parse("", "a.t:b"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("table.routes")
        .hasMessageContaining("database.table:database.table");
  }
}
