package io.wherry.source.offsets;

import io.wherry.common.model.GtidSet;
import io.wherry.common.model.TableId;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.storage.OffsetStorageReader;

/**
 * What a run of the source goes on from: the stored offsets, overlaid by those of records handed to
 * Connect since. Right for every combination of offsets that Connect can have stored: it stores
 * each partition on its own, so the log's and the tables' need not be of one moment.
 *
 * <p>Invariant: the log offset is never ahead of what every lane holds (see {@link LogOffset}), and
 * a table offset never ahead of the chunks the lane holds. A table offset that is behind costs a
 * chunk read again; a missing one costs a table read again; a log offset that is behind costs
 * changes sent again, which the sink's ledger skips. Without any log offset the run begins where
 * the first definitions were read, which is at or before every change that matters.
 */
public final class ResumeState {
  private final Partitions partitions;
  private final OffsetStorageReader stored;
  private final Map<Map<String, ?>, Map<String, ?>> offsets = new HashMap<>();

  public ResumeState(Partitions partitions, OffsetStorageReader stored) {
    this.partitions = partitions;
    this.stored = stored;
  }

  /** Fetches the stored offsets of these tables and the log in one go. */
  public synchronized void load(Collection<TableId> tables) {
    List<Map<String, String>> missing =
        tables.stream().map(partitions::table).filter(p -> !offsets.containsKey(p)).toList();
    stored.offsets(missing).forEach(this::keep);
    raw(partitions.log());
  }

  /** Takes over what a record handed to Connect says. */
  public synchronized void handed(Map<String, ?> partition, Map<String, ?> offset) {
    offsets.put(partition, offset);
  }

  /** The offset of a partition as Connect stores it, or null. */
  public synchronized Map<String, ?> raw(Map<String, String> partition) {
    if (!offsets.containsKey(partition)) {
      keep(partition, stored.offset(partition));
    }
    return offsets.get(partition);
  }

  private void keep(Map<String, ?> partition, Map<String, ?> offset) {
    if (offset != null) {
      offsets.put(partition, offset);
    }
  }

  public Optional<TableOffset> table(TableId table) {
    return parsed(partitions.table(table), TableOffset::of);
  }

  /** Where the tail starts; empty when nothing was ever stored: start at "now". */
  public Optional<GtidSet> start(Collection<TableId> tables) {
    Optional<LogOffset> log = parsed(partitions.log(), LogOffset::of);
    if (log.isPresent()) {
      return log.map(l -> l.position().gtids());
    }
    List<GtidSet> begun =
        tables.stream()
            .map(t -> table(t).map(TableOffset::from).orElse(null))
            .filter(Objects::nonNull)
            .toList();
    return begun.stream()
        .min(Comparator.comparingLong(g -> begun.stream().filter(o -> !g.isSubsetOf(o)).count()));
  }

  private <T> Optional<T> parsed(
      Map<String, String> partition, Function<Map<String, ?>, T> parser) {
    Map<String, ?> offset = raw(partition);
    try {
      return Optional.ofNullable(offset).map(parser);
    } catch (IllegalArgumentException e) {
      throw new ConnectException(
          "stored offset of "
              + partition
              + ": "
              + e.getMessage()
              + "; correct or remove it through the offsets REST API",
          e);
    }
  }
}
