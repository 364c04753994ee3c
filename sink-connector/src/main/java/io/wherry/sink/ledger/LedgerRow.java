package io.wherry.sink.ledger;

import io.wherry.common.model.TableId;
import java.util.Optional;
import java.util.Set;

/**
 * One lane's row of the ledger. Immutable.
 *
 * @param lane its key
 * @param owner who may write
 * @param tables where the rows come from and go to; empty until the lane's first record is applied
 * @param progress how far it is
 * @param intent a statement under way
 */
public record LedgerRow(
    LaneId lane, Owner owner, Optional<Tables> tables, Progress progress, Optional<Intent> intent) {

  /**
   * Who may write a lane.
   *
   * @param epoch raised by every claim; a transaction with an older one does not commit
   * @param connections ids of the connections that may have a transaction of this lane open
   */
  public record Owner(long epoch, Set<Long> connections) {
    public Owner {
      connections = Set.copyOf(connections);
    }
  }

  /** A lane's table on both servers. */
  public record Tables(TableId source, TableId target) {}

  /** A lane that nobody has claimed yet. */
  public static LedgerRow unclaimed(LaneId lane) {
    return new LedgerRow(
        lane, new Owner(0, Set.of()), Optional.empty(), Progress.none(), Optional.empty());
  }

  public LedgerRow with(Owner newOwner) {
    return new LedgerRow(lane, newOwner, tables, progress, intent);
  }

  public LedgerRow with(Tables newTables) {
    return new LedgerRow(lane, owner, Optional.of(newTables), progress, intent);
  }

  public LedgerRow with(Progress newProgress) {
    return new LedgerRow(lane, owner, tables, newProgress, intent);
  }

  public LedgerRow with(Intent newIntent) {
    return new LedgerRow(lane, owner, tables, progress, Optional.of(newIntent));
  }

  public LedgerRow withoutIntent() {
    return new LedgerRow(lane, owner, tables, progress, Optional.empty());
  }
}
