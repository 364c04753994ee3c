package io.wherry.verify.table;

import static io.wherry.verify.table.Shapes.column;
import static io.wherry.verify.table.Shapes.index;
import static io.wherry.verify.table.Shapes.nullable;
import static io.wherry.verify.table.Shapes.table;
import static io.wherry.verify.table.Shapes.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wherry.common.mysql.TableFilter;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyTest {
  private static final TableFilter ALL = TableFilter.parse("*.*", "", "");

  private static Key key(TableShape source, TableShape target) {
    return Structure.of(source, target, ALL).key(source, target);
  }

  private static Key key(List<ColumnShape> columns, IndexShape... indexes) {
    TableShape table = table(columns, indexes);
    return key(table, table);
  }

  private static RowId row(String... texts) {
    return new RowId(List.of(texts));
  }

  @Test
  void rangesOfACompositeKeyAreSpelledOut() {
    Key key =
        key(
            List.of(column("c", "int"), text("b", "latin1", "latin1_bin"), column("a", "date")),
            index("PRIMARY", "a", "b-", "c"));

    assertThat(key.behind(row("2024-01-01", "E9", "5")))
        .isEqualTo(
            "((`a`>'2024-01-01') OR (`a`='2024-01-01' AND `b`<_latin1 X'E9')"
                + " OR (`a`='2024-01-01' AND `b`=_latin1 X'E9' AND `c`>5))");
    assertThat(key.upTo(row("2024-01-01", "", "-5")))
        .isEqualTo(
            "(((`a`<'2024-01-01') OR (`a`='2024-01-01' AND `b`>_latin1 X'')"
                + " OR (`a`='2024-01-01' AND `b`=_latin1 X'' AND `c`<-5))"
                + " OR (`a`='2024-01-01' AND `b`=_latin1 X'' AND `c`=-5))");
    assertThat(key.orderBy()).isEqualTo("`a`,`b` DESC,`c`");
    assertThat(key.show(row("2024-01-01", "E9", "5"))).isEqualTo("(a=2024-01-01,b='é',c=5)");
  }

  @Test
  void labelsAreListedBecauseTheServerDoesNotRangeOverThem() {
    Key key = key(List.of(column("e", "enum('a','it''s','c')")), index("PRIMARY", "e"));

    assertThat(key.behind(row("1"))).isEqualTo("((`e` IN (2,3)))");
    assertThat(key.behind(row("3"))).isEqualTo("((FALSE))");
    assertThat(key.upTo(row("1"))).isEqualTo("(((`e` IN (0))) OR (`e`=1))");
  }

  @Test
  void literalsCannotBreakOut() {
    Key key = key(List.of(column("a", "int")), index("PRIMARY", "a"));

    assertThatThrownBy(() -> key.behind(row("1 OR 1=1")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> key.behind(row(""))).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> key.behind(row("1)#"))).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void thePrimaryKeyElseAUniqueOneWithoutNullsIsTaken() {
    List<ColumnShape> columns = List.of(column("a", "int"), column("b", "int"));

    assertThat(key(columns, index("PRIMARY", "a"), index("u", "b")).sourceIndex())
        .isEqualTo("PRIMARY");
    assertThat(key(columns, index("u", "b")).sourceIndex()).isEqualTo("u");
    assertThat(key(columns).present()).isFalse();
  }

  @Test
  void aKeyThatOnlyOneSideHasOrdersNothing() {
    List<ColumnShape> columns = List.of(column("a", "int"));
    Key key = key(table(columns, index("PRIMARY", "a")), table(columns));

    assertThat(key.present()).isTrue();
    assertThat(key.ordered()).isFalse();
  }

  @Test
  void prefixesAndOtherCollationsOrderNothing() {
    List<ColumnShape> bin = List.of(text("a", "utf8mb4", "utf8mb4_bin"));
    List<ColumnShape> ci = List.of(text("a", "utf8mb4", "utf8mb4_0900_ai_ci"));

    assertThat(key(bin, index("PRIMARY", "a")).ordered()).isTrue();
    assertThat(key(bin, index("PRIMARY", "a(3)")).ordered()).isFalse();
    assertThat(key(table(bin, index("PRIMARY", "a")), table(ci, index("PRIMARY", "a"))).ordered())
        .isFalse();
  }

  @Test
  void aKeyWithAnExcludedColumnIsNone() {
    TableShape shape =
        table(List.of(column("a", "int"), column("b", "int")), index("PRIMARY", "a", "b"));
    TableFilter filter = TableFilter.parse("*.*", "", "shop.t.b");

    Structure structure = Structure.of(shape, shape, filter);

    assertThat(structure.pairs()).extracting(ColumnPair::name).containsExactly("a");
    assertThat(structure.key(shape, shape).present()).isFalse();
  }

  @Test
  void columnsThatAreNotOnBothSidesAreNamed() {
    TableShape source =
        table(List.of(column("Same", "int"), column("gone", "int"), column("kind", "int")));
    TableShape target =
        table(
            List.of(
                nullable(column("sAME", "bigint")), column("kind", "text"), column("new", "int")));

    assertThat(Structure.of(source, target, ALL).differences())
        .containsExactly(
            "column gone is missing on the target",
            "column kind is int on the source and text on the target",
            "column new is only on the target");
  }
}
