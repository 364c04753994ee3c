package io.wherry.common.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wherry.common.model.TableId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TableFilterTest {

  @Test
  void wildcardsStandForAnyCharacters() {
    TableFilter filter = TableFilter.parse("shop.*, log_*.y20*", "shop.tmp*", "");
    assertThat(filter.includes(new TableId("shop", "orders"))).isTrue();
    assertThat(filter.includes(new TableId("shop", "tmp1"))).isFalse();
    assertThat(filter.includes(new TableId("shop2", "orders"))).isFalse();
    assertThat(filter.includes(new TableId("log_x", "y2024"))).isTrue();
    assertThat(filter.includes(new TableId("logX", "y2024"))).isFalse();
    assertThat(filter.touchesDatabase("log_new")).isTrue();
    assertThat(filter.touchesDatabase("other")).isFalse();
  }

  @Test
  void backticksTakeNamesLiterally() {
    TableFilter filter = TableFilter.parse("`c71.eu`.orders,c71.`eu.orders`,d.`a``,*b`", "", "");
    assertThat(filter.includes(new TableId("c71.eu", "orders"))).isTrue();
    assertThat(filter.includes(new TableId("c71", "eu.orders"))).isTrue();
    assertThat(filter.includes(new TableId("c71", "eu"))).isFalse();
    assertThat(filter.includes(new TableId("d", "a`,*b"))).isTrue();
    assertThat(filter.includes(new TableId("d", "a`,xb"))).isFalse();
  }

  @Test
  void charactersOfPatternsAreLiteral() {
    TableFilter filter = TableFilter.parse("a.x\\Ey[0-9]$", "", "");
    assertThat(filter.includes(new TableId("a", "x\\Ey[0-9]$"))).isTrue();
    assertThat(filter.includes(new TableId("a", "x5"))).isFalse();
  }

  @Test
  void systemTablesAreNeverIncluded() {
    assertThat(TableFilter.parse("*.*", "", "").includes(new TableId("mysql", "user"))).isFalse();
  }

  @Test
  void columnsAreExcludedByTheSameSyntax() {
    TableFilter filter = TableFilter.parse("a.*", "", "a.*.secret, a.t.`x.y`");
    assertThat(filter.includesColumn(new TableId("a", "t"), "secret")).isFalse();
    assertThat(filter.includesColumn(new TableId("a", "t"), "x.y")).isFalse();
    assertThat(filter.includesColumn(new TableId("a", "u"), "x.y")).isTrue();
  }

  @Test
  void itemsThatMatchNothingAreNamed() {
    TableFilter filter = TableFilter.parse("a.*, b.t, `c.d`.e", "", "");
    assertThat(filter.unmatched(List.of(new TableId("a", "x")))).containsExactly("b.t", "`c.d`.e");
    assertThat(filter.namesExactly(new TableId("b", "t"))).isTrue();
    assertThat(filter.namesExactly(new TableId("a", "x"))).isFalse();
  }

  @Test
  void wrongItemsAreNamed() {
    for (String list : new String[] {"orders", "a.b.c", "a.", ".b", "a.b,,c"}) {
      assertThatThrownBy(() -> TableFilter.parse(list, "", ""))
          .as(list)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("database.table");
    }
    assertThatThrownBy(() -> TableFilter.parse("a.`b", "", "")).hasMessageContaining("backtick");
  }

  @Test
  void namesExcludeItemsThatMatchNothing() {
    TableFilter filter = TableFilter.parse("a.*", "a.t, a.none*", "a.t.c, *.*.none, a.u.c");
    TableId t = new TableId("a", "t");
    assertThat(filter.unmatchedExcludes(List.of(t))).containsExactly("a.none*");
    assertThat(filter.unmatchedColumns(Map.of(t, List.of("b", "c"))))
        .containsExactly("*.*.none", "a.u.c");
  }
}
