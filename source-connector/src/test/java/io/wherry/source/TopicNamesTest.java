package io.wherry.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.wherry.common.model.TableId;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicNamesTest {
  private final TopicNames names = new TopicNames("p");

  @Test
  void plainNamesStayPlain() {
    assertThat(names.of(new TableId("shop", "order_items"))).isEqualTo("p.shop.order_items");
    assertThat(names.of(new TableId("Shop-2", "T"))).isEqualTo("p.Shop-2.T");
  }

  @Test
  void otherNamesGetAStemAndAHash() {
    assertThat(names.of(new TableId("shop_eu", "orders")))
        .matches("p\\.shop_eu\\.orders-[0-9a-f]{16}");
    assertThat(names.of(new TableId("shop", "größe"))).matches("p\\.shop\\.gr--e-[0-9a-f]{16}");
    assertThat(names.of(new TableId("x".repeat(64), "ü".repeat(64)))).hasSizeLessThanOrEqualTo(249);
    assertThat(new TopicNames("q".repeat(120)).of(new TableId("d".repeat(64), "t".repeat(64))))
        .hasSize(249)
        .matches(".*-[0-9a-f]{16}");
  }

  @Test
  void thePlainNameOfOneTableIsNeverTheHashedOneOfAnother() {
    String hashed = names.of(new TableId("shop", "a.b"));
    String table = hashed.substring("p.shop.".length()).replace('.', '_');
    assertThat(names.of(new TableId("shop", table))).isNotEqualTo(hashed);
  }

  /** The broker refuses two names that differ only in dots and underscores. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void noTwoTablesShareATopicInEitherOrder(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Map<String, TableId> owners = new HashMap<>();
    for (int i = 0; i < 20_000; i++) {
      TableId table = new TableId(name(random), name(random));
      String topic = names.of(table);
      assertThat(topic).matches("[a-zA-Z0-9._-]{1,249}");
      TableId other = owners.putIfAbsent(topic.replace('.', '_'), table);
      assertThat(other == null || other.equals(table))
          .as("seed %d: %s and %s share %s", seed, table, other, topic)
          .isTrue();
    }
  }

  private static String name(SplittableRandom random) {
    String alphabet = "ab._-é";
    StringBuilder name = new StringBuilder();
    for (int n = 1 + random.nextInt(5); n > 0; n--) {
      name.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return name.toString();
  }
}
