package io.wherry.sink.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wherry.common.wire.Ddl;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;

class DdlTextTest {
  private static final Router NONE = Router.parse("", "");
  private static final Router SHOP = Router.parse("shop:s2", "shop.parent:x.y");

  private static Ddl ddl(byte[] sql, Map<String, String> session) {
    return new Ddl(Ddl.Origin.STATEMENT, sql, "shop", session, "u:1");
  }

  private static String rewrite(String sql, Router router) {
    byte[] bytes = sql.getBytes(StandardCharsets.UTF_8);
    return new String(DdlText.rewrite(ddl(bytes, Map.of()), router), StandardCharsets.UTF_8);
  }

  @Test
  void everyTableNameIsQualifiedAndRouted() {
    assertThat(rewrite("ALTER TABLE `t` ADD c INT", NONE))
        .isEqualTo("ALTER TABLE `shop`.`t` ADD c INT");
    assertThat(rewrite("DROP TABLE IF EXISTS a, other.b /* x */", SHOP))
        .isEqualTo("DROP TABLE IF EXISTS `s2`.`a`, `other`.`b` /* x */");
    assertThat(rewrite("TRUNCATE parent", SHOP)).isEqualTo("TRUNCATE `x`.`y`");
    assertThat(rewrite("CREATE INDEX i ON shop . t (a)", SHOP))
        .isEqualTo("CREATE INDEX i ON `s2`.`t` (a)");
  }

  @Test
  void referencedTablesAreRoutedToo() {
    assertThat(
            rewrite(
                "CREATE TABLE `c` (\n  `p` int COMMENT 'REFERENCES parent',\n  CONSTRAINT `f`"
                    + " FOREIGN KEY (`p`) REFERENCES `parent` (`id`) ON DELETE CASCADE,\n  FOREIGN"
                    + " KEY (q) REFERENCES other.t(id)\n)",
                SHOP))
        .isEqualTo(
            "CREATE TABLE `s2`.`c` (\n  `p` int COMMENT 'REFERENCES parent',\n  CONSTRAINT `f`"
                + " FOREIGN KEY (`p`) REFERENCES `x`.`y` (`id`) ON DELETE CASCADE,\n  FOREIGN"
                + " KEY (q) REFERENCES `other`.`t`(id)\n)");
  }

  @Test
  void aReferenceWithoutDatabaseMeansTheReferringTablesOwn() {
    assertThat(rewrite("ALTER TABLE d.c ADD FOREIGN KEY (p) REFERENCES parent (id)", SHOP))
        .isEqualTo("ALTER TABLE `d`.`c` ADD FOREIGN KEY (p) REFERENCES `d`.`parent` (id)");
  }

  @Test
  void theEndOfCreateTableSelectGoes() {
    assertThat(rewrite("CREATE TABLE `t` (\n  `a` int\n) START TRANSACTION", NONE))
        .isEqualTo("CREATE TABLE `shop`.`t` (\n  `a` int\n) ");
    assertThat(rewrite("CREATE TABLE t (a INT COMMENT 'START TRANSACTION')", NONE))
        .endsWith("'START TRANSACTION')");
  }

  @Test
  void namesAreReadAndWrittenInTheStatementsCharacterSet() {
    Router router = Router.parse("", "shop.é:shop.ü,shop.表:shop.噂");
    byte[] latin1 = "DROP TABLE `é`".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(DdlText.rewrite(ddl(latin1, Map.of("character_set_client", "'latin1'")), router))
        .isEqualTo("DROP TABLE `shop`.`ü`".getBytes(StandardCharsets.ISO_8859_1));
    Charset sjis = Charset.forName("Shift_JIS");
    byte[] wide = "CREATE TABLE 表 (a INT COMMENT '表\\n')".getBytes(sjis);
    assertThat(DdlText.rewrite(ddl(wide, Map.of("character_set_client", "sjis")), router))
        .isEqualTo("CREATE TABLE `shop`.`噂` (a INT COMMENT '表\\n')".getBytes(sjis));
    byte[] byNumber = "DROP TABLE `é`".getBytes(StandardCharsets.UTF_8);
    assertThat(DdlText.rewrite(ddl(byNumber, Map.of("character_set_client", "255")), router))
        .isEqualTo("DROP TABLE `shop`.`ü`".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void bytesOutsideNamesAreKept() {
    byte[] sql = "DROP TABLE t /* \u00ff\u0080\u00fe */".getBytes(StandardCharsets.ISO_8859_1);
    byte[] expected =
        "DROP TABLE `shop`.`t` /* \u00ff\u0080\u00fe */".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(DdlText.rewrite(ddl(sql, Map.of()), NONE)).isEqualTo(expected);
  }

  @Test
  void statementsOfOtherKindsAreRefused() {
    for (String sql :
        new String[] {
          "DROP DATABASE shop", "INSERT INTO t VALUES (1)", "CREATE VIEW v AS SELECT 1"
        }) {
      assertThatThrownBy(() -> rewrite(sql, NONE)).as(sql).isInstanceOf(DataException.class);
    }
  }
}
