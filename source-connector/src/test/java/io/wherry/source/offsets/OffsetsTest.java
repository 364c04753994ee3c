package io.wherry.source.offsets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wherry.common.model.GtidSet;
import io.wherry.common.model.Position;
import io.wherry.common.model.Row;
import io.wherry.common.model.TableId;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OffsetsTest {
  private static final GtidSet SET = GtidSet.parse("3e11fa47-71ca-11e1-9e33-c80aa9429562:1-9");
  private final Partitions partitions = new Partitions("p");

  @Test
  void offsetsComeBackFromTheirMaps() {
    TableOffset begun = TableOffset.begun(7, SET);
    TableOffset read = begun.readTo(new Row(new byte[][] {{0x31}, {}, {(byte) 0xFF, 0}}));
    TableOffset back = TableOffset.of(read.toMap());
    assertThat(back.key().values()).isDeepEqualTo(read.key().values());
    assertThat(read.toMap()).containsEntry("key", "31,,ff00");
    assertThat(TableOffset.of(begun.completed().toMap())).isEqualTo(begun.completed());
    LogOffset log = new LogOffset(new Position(SET, "binlog.000003", 99));
    assertThat(LogOffset.of(log.toMap())).isEqualTo(log);
  }

  @Test
  void whatPeopleStoreIsChecked() {
    Map<String, Object> log = new LogOffset(new Position(SET, "binlog.000003", 99)).toMap();
    Partitions.check(partitions.log(), log);
    Partitions.check(partitions.log(), null);
    Partitions.check(partitions.table(new TableId("d", "t")), null);
    Map<String, Object> wrong = new HashMap<>(log);
    wrong.put("gtids", "nonsense");
    assertThatThrownBy(() -> Partitions.check(partitions.log(), wrong))
        .hasMessageContaining("not a GTID set");
    wrong.remove("gtids");
    assertThatThrownBy(() -> Partitions.check(partitions.log(), wrong))
        .hasMessageContaining("gtids");
    assertThatThrownBy(() -> Partitions.check(Map.of("topic", "x"), log))
        .hasMessageContaining("partition");
    wrong.put("version", 2L);
    assertThatThrownBy(() -> Partitions.check(partitions.log(), wrong))
        .hasMessageContaining("version");
  }
}
