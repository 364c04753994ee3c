package io.wherry.sink.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wherry.common.model.TableId;
import org.junit.jupiter.api.Test;

class RouterTest {
  @Test
  void nothingMovesWithoutRoutes() {
    TableId id = new TableId("shop", "orders");
    assertThat(Router.parse("", "").route(id)).isEqualTo(id);
    assertThat(Router.parse(" , ", "").route(id)).isEqualTo(id);
  }

  @Test
  void tablesGoWithTheirDatabaseUnlessTheyHaveARouteOfTheirOwn() {
    Router router = Router.parse("shop:shop2, b:c", "shop.orders:other.o2");
    assertThat(router.route(new TableId("shop", "items"))).isEqualTo(new TableId("shop2", "items"));
    assertThat(router.route(new TableId("shop", "orders"))).isEqualTo(new TableId("other", "o2"));
    assertThat(router.route(new TableId("c", "x"))).isEqualTo(new TableId("c", "x"));
    assertThat(router.routeDatabase("b")).isEqualTo("c");
  }

  @Test
  void backticksTakeNamesLiterally() {
    Router router = Router.parse("`a.b:c`:`d,e`", "`x.y`.`z``q`:p.`w w`");
    assertThat(router.routeDatabase("a.b:c")).isEqualTo("d,e");
    assertThat(router.route(new TableId("x.y", "z`q"))).isEqualTo(new TableId("p", "w w"));
  }

  @Test
  void refusesWhatIsNotARoute() {
    for (String bad : new String[] {"a", "a:b:c", "a:", ":b", "a.b:c", "`a:b"}) {
      assertThatThrownBy(() -> Router.parse(bad, ""))
          .as(bad)
          .isInstanceOf(IllegalArgumentException.class);
    }
    for (String bad : new String[] {"a:b", "a.b:c", "a.b.c:d.e", "a.:c.d"}) {
      assertThatThrownBy(() -> Router.parse("", bad))
          .as(bad)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void refusesTwoInOnePlaceAndOneInTwo() {
    assertThatThrownBy(() -> Router.parse("a:x,b:x", "")).hasMessageContaining("x");
    assertThatThrownBy(() -> Router.parse("a:x,a:y", "")).hasMessageContaining("a");
    assertThatThrownBy(() -> Router.parse("", "a.b:x.y,c.d:x.y")).hasMessageContaining("x.y");
    assertThatThrownBy(() -> Router.parse("", "a.b:x.y,a.b:x.z")).hasMessageContaining("a.b");
  }
}
