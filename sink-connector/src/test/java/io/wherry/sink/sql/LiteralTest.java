package io.wherry.sink.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wherry.common.model.Column;
import io.wherry.common.model.TableId;
import io.wherry.common.model.ValueKind;
import java.util.Random;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;

class LiteralTest {
  private static String literal(ValueKind kind, String charset, String value) {
    SqlText out = new SqlText(1);
    TargetColumn target = new TargetColumn("c", "t", charset, TargetColumn.Fill.DEFAULT);
    Column wire = new Column("c", kind, charset, 0);
    BoundColumn column = new BoundColumn(new TableId("d", "t"), 0, wire, target);
    Literal.write(out, column, value == null ? null : Sql.ascii(value));
    return out.toString();
  }

  @Test
  void numbersStandBare() {
    assertThat(literal(ValueKind.INTEGER, null, "-5")).isEqualTo("-5");
    assertThat(literal(ValueKind.DECIMAL, null, "1.50")).isEqualTo("1.50");
    assertThat(literal(ValueKind.REAL, null, "-0")).isEqualTo("-0e0");
    assertThat(literal(ValueKind.REAL, null, "1E308")).isEqualTo("1E308");
    assertThat(literal(ValueKind.BIT, null, "7")).isEqualTo("7");
    assertThat(literal(ValueKind.ENUM, null, null)).isEqualTo("NULL");
  }

  @Test
  void textHasItsCharacterSet() {
    assertThat(literal(ValueKind.TEXT, "latin1", "a'b\\c")).isEqualTo("_latin1'a\\'b\\\\c'");
    assertThat(literal(ValueKind.TEXT, "utf8mb3", "a")).isEqualTo("_utf8mb4'a'");
    assertThat(literal(ValueKind.TEXT, "gbk", "a'")).isEqualTo("_gbk x'6127'");
    assertThat(literal(ValueKind.TEXT, "sjis", "")).isEqualTo("_sjis x''");
    assertThat(literal(ValueKind.JSON, null, "{\"a\":1}")).isEqualTo("_utf8mb4'{\"a\":1}'");
    assertThat(literal(ValueKind.BINARY, null, "'")).isEqualTo("_binary'\\''");
  }

  @Test
  void whatIsNotANumberNeverBecomesSql() {
    for (ValueKind kind : ValueKind.values()) {
      if (kind.isNumber() || kind == ValueKind.TEMPORAL) {
        assertThatThrownBy(() -> literal(kind, null, "1); DROP TABLE t"))
            .isInstanceOf(DataException.class)
            .hasMessageContaining("table d.t column c")
            .hasMessageNotContaining("DROP");
      }
    }
    assertThatThrownBy(() -> literal(ValueKind.TEXT, "latin1'", "a"))
        .isInstanceOf(DataException.class);
  }

  /** Read back by the server's rules for a session that takes bytes as they are. */
  @Test
  void quotedBytesEndWhereTheyShould() {
    long seed = System.nanoTime();
    System.out.println("LiteralTest seed " + seed);
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      byte[] value = new byte[random.nextInt(8)];
      random.nextBytes(value);
      for (int k = 0; k < value.length; k++) {
        value[k] = random.nextBoolean() ? (byte) "'\\\"`\n\0".charAt(value[k] & 3) : value[k];
      }
      byte[] quoted = new SqlText(1).quoted(value).from(0);
      assertThat(unquote(quoted)).as("seed " + seed).isEqualTo(value);
    }
  }

  private static byte[] unquote(byte[] quoted) {
    SqlText out = new SqlText();
    int at = 1;
    while (quoted[at] != '\'') {
      at += quoted[at] == '\\' ? 1 : 0;
      out.raw(new byte[] {quoted[at]});
      at++;
    }
    assertThat(at).isEqualTo(quoted.length - 1);
    return out.from(0);
  }
}
