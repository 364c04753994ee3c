package io.wherry.common.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GtidSetTest {
  private static final String A = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
  private static final String B = "4e11fa47-71ca-11e1-9e33-c80aa9429562";

  @Test
  void printsOneNormalForm() {
    GtidSet set = GtidSet.parse(B + ":1-3,\n" + A.toUpperCase() + ":7:1-5:6:mig:2-4:9");
    assertThat(set).hasToString(A + ":1-7," + A + ":mig:2-4:9," + B + ":1-3");
    assertThat(GtidSet.parse(set.toString())).isEqualTo(set);
    assertThat(GtidSet.parse("")).isEqualTo(GtidSet.EMPTY).hasToString("");
  }

  @Test
  void tagsAreSourcesOfTheirOwn() {
    GtidSet set = GtidSet.parse(A + ":1-5:mig:1-2");
    assertThat(set.contains(A + ":mig:2")).isTrue();
    assertThat(set.contains(A + ":mig:3")).isFalse();
    assertThat(set.contains(A + ":other:1")).isFalse();
    assertThat(set.plus(A + ":mig:3")).hasToString(A + ":1-5," + A + ":mig:1-3");
    assertThat(GtidSet.parse(A + ":1-5").isSubsetOf(set)).isTrue();
    assertThat(set.isSubsetOf(GtidSet.parse(A + ":1-5"))).isFalse();
  }

  @Test
  void refusesWhatIsNoSet() {
    for (String text : new String[] {"x", A, A + ":0", A + ":5-3", A + ":1-x", "binlog.01:4"}) {
      assertThatThrownBy(() -> GtidSet.parse(text))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("not a GTID set");
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void agreesWithSetsOfNumbers(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < 300; round++) {
      TreeSet<Integer> x = new TreeSet<>();
      TreeSet<Integer> y = new TreeSet<>();
      GtidSet gx = fill(random, x);
      GtidSet gy = fill(random, y);
      int probe = 1 + random.nextInt(25);
      assertThat(gx.contains(A + ":" + probe))
          .as("seed %d: %s", seed, gx)
          .isEqualTo(x.contains(probe));
      assertThat(gx.isSubsetOf(gy))
          .as("seed %d: %s in %s", seed, gx, gy)
          .isEqualTo(y.containsAll(x));
      TreeSet<Integer> union = new TreeSet<>(x);
      union.addAll(y);
      assertThat(gx.plusAll(gy).equals(gy)).as("seed %d", seed).isEqualTo(union.equals(y));
    }
  }

  private static GtidSet fill(SplittableRandom random, TreeSet<Integer> numbers) {
    GtidSet set = GtidSet.EMPTY;
    for (int n = random.nextInt(25); n > 0; n--) {
      int number = 1 + random.nextInt(25);
      numbers.add(number);
      set = set.plus(A + ":" + number);
    }
    return set;
  }
}
