package io.wherry.verify.table;

import static io.wherry.verify.table.Shapes.column;
import static io.wherry.verify.table.Shapes.nullable;
import static io.wherry.verify.table.Shapes.pair;
import static io.wherry.verify.table.Shapes.sized;
import static io.wherry.verify.table.Shapes.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wherry.verify.IncompleteException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowTextTest {
  private static final long PACKET = 64 << 20;

  private static String row(ColumnPair... columns) {
    return RowText.of(Arrays.asList(columns), PACKET, JsonDepth.TEXT).text();
  }

  private static String one(ColumnShape column) {
    return row(pair(column));
  }

  @Test
  void aHashHas64BitsAndPoison() {
    assertThat(RowText.of(List.of(pair(column("a", "int"))), PACKET, JsonDepth.TEXT).hash())
        .isEqualTo(
            "COALESCE(CAST(CONV(LEFT(SHA2(CONCAT_WS('#',`a`),256),16),16,10) AS UNSIGNED),"
                + "1267650600228229401496703205376)");
  }

  @Test
  void lengthsAndFlagsStandBehindTheValues() {
    assertThat(
            row(
                pair(nullable(text("v", "utf8mb4", "utf8mb4_bin"))),
                pair(column("i", "int")),
                pair(nullable(column("n", "int")))))
        .isEqualTo(
            "CONCAT_WS('#',`v`,`i`,`n`,LENGTH(`v`),IF(`v` IS NULL OR `n` IS NULL,"
                + "CONCAT(IF(`v` IS NULL,'1','0'),IF(`n` IS NULL,'1','0')),''))");
  }

  @Test
  void floatingNumbersGoByTheirBitsInPairs() {
    assertThat(
            row(
                pair(column("a", "float")),
                pair(nullable(column("b", "double"))),
                pair(column("c", "double"))))
        .startsWith("CONCAT_WS('#',HEX(POINT(`a`,IFNULL(`b`,0e0))),HEX(POINT(`c`,0)),IF(");
  }

  @Test
  void numbersThatPrintOtherwiseAreNumbers() {
    assertThat(one(column("a", "int(8) unsigned zerofill"))).contains("`a`+0");
    assertThat(one(column("a", "bit(3)"))).contains("CAST(`a` AS UNSIGNED)");
    assertThat(one(column("a", "set('x')"))).contains("CAST(`a` AS UNSIGNED)");
    assertThat(one(column("a", "enum('x')"))).contains("CAST(`a` AS UNSIGNED)");
  }

  @Test
  void onlyUtf8mb4StandsBare() {
    assertThat(one(text("a", "latin1", "latin1_bin"))).isEqualTo("CONCAT_WS('#',HEX(`a`))");
    assertThat(one(text("a", "utf8mb3", "utf8mb3_bin"))).contains("HEX(`a`)");
    assertThat(one(column("a", "varbinary(9)"))).contains("HEX(`a`)");
    assertThat(one(column("a", "vector(9)"))).contains("HEX(`a`)");
    assertThat(one(column("a", "point"))).contains("HEX(`a`)");
  }

  @Test
  void charactersThatCannotBeConvertedAreComparedAsBytes() {
    String row =
        row(new ColumnPair(text("a", "cp1251", "cp1251_bin"), text("a", "utf8mb4", "utf8mb4_bin")));

    assertThat(row)
        .contains(",HEX(`a`),CONVERT(`a` USING utf8mb4))")
        .contains("CHAR_LENGTH(`a`)")
        .contains("REPLACE(`a`,'?','')");
  }

  @Test
  void labelsWithOtherNumbersGoByName() {
    ColumnPair pair = new ColumnPair(column("a", "enum('x','')"), column("a", "enum('','x')"));

    assertThat(row(pair))
        .contains("CONVERT(`a` USING utf8mb4),CHAR_LENGTH(`a`),")
        .contains("IFNULL(CAST(`a` AS UNSIGNED)=0,0)");
  }

  @Test
  void differingDigitsAreComparedAtTheWiderScale() {
    ColumnShape two = sized(column("a", "decimal(10,2)"), 0, 2);
    ColumnShape four = sized(column("a", "decimal(10,4)"), 0, 4);
    assertThat(row(new ColumnPair(two, four))).contains("CAST(`a` AS DECIMAL(65,4))");

    ColumnShape none = sized(column("a", "datetime"), 0, 0);
    ColumnShape six = sized(column("a", "datetime(6)"), 0, 6);
    assertThat(row(new ColumnPair(six, none))).contains("CAST(`a` AS DATETIME(6))");
  }

  /** A hash that the server cannot make must poison the row, so it is no argument of CONCAT_WS. */
  @Test
  void valuesOfAnySizeStandAsTheirHash() {
    assertThat(one(nullable(sized(column("a", "longblob"), 4294967295L, 0))))
        .isEqualTo(
            "CONCAT(IF(`a` IS NULL,'',SHA2(`a`,256)),'#',CONCAT_WS('#',IF(`a` IS NULL,"
                + "CONCAT(IF(`a` IS NULL,'1','0')),'')))");
    assertThat(one(column("a", "json"))).isEqualTo("CONCAT(SHA2(`a`,256),'#',CONCAT_WS('#',''))");
    assertThat(one(column("a", "geometry"))).contains("SHA2(`a`,256)");
  }

  @Test
  void aRowThatCannotFitInAPacketUsesMoreHashes() {
    ColumnShape text = sized(text("a", "utf8mb4", "utf8mb4_bin"), 65535, 0);

    assertThat(RowText.of(List.of(pair(text)), 1 << 20, JsonDepth.TEXT).text())
        .doesNotContain("SHA2");
    assertThat(RowText.of(List.of(pair(text)), 64 << 10, JsonDepth.TEXT).text())
        .contains("SHA2(`a`,256)");
  }

  @Test
  void typesOfJsonMembersAreComparedOnDemand() {
    List<ColumnPair> json = List.of(pair(column("a", "json")));

    assertThat(RowText.of(json, PACKET, JsonDepth.TEXT).text()).doesNotContain("JSON_TYPE");
    assertThat(RowText.of(json, PACKET, JsonDepth.TYPES).text())
        .contains("JSON_TABLE(`a`,'$**.*'")
        .contains("JSON_TABLE(`a`,'$**[*]'");
  }

  @Test
  void aTypeThatIsNotKnownIsRefused() {
    assertThatThrownBy(() -> one(column("a", "hologram(3)")))
        .isInstanceOf(IncompleteException.class)
        .hasMessageContaining("column a has the type hologram");
  }

  @Test
  void namesAreQuoted() {
    assertThat(one(column("we`ird", "int"))).contains("`we``ird`");
  }
}
