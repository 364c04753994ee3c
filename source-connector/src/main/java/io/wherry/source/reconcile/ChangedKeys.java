package io.wherry.source.reconcile;

import io.wherry.common.model.GtidSet;
import io.wherry.common.model.RowKey;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * Remembers which keys of one table in snapshot changed in which transaction, by the order of the
 * log, until no chunk can hold an older image of them. Guarded by the reconciler's lock.
 *
 * <p>Invariant: for every transaction of the table that the tail has seen and that is not known to
 * be visible to readers, or that is at or behind the start of an open window, the map holds its
 * keys with a sequence not smaller than its own. A window may therefore begin at the first
 * transaction that is not in its low mark: a key whose latest sequence is smaller was last changed
 * by a transaction the read has seen.
 */
final class ChangedKeys {
  private final Map<RowKey, Long> lastChange = new HashMap<>();
  private final Deque<Transaction> transactions = new ArrayDeque<>();

  /** A key's before or after image stands in this transaction. */
  void add(RowKey key, Transaction transaction) {
    lastChange.put(key, transaction.sequence());
    if (transactions.isEmpty() || transactions.peekLast().sequence() != transaction.sequence()) {
      transactions.addLast(transaction);
    }
  }

  /**
   * The oldest remembered transaction, or {@code next}: where a window without a low mark begins.
   */
  long firstSequence(long next) {
    return transactions.isEmpty() ? next : transactions.peekFirst().sequence();
  }

  /**
   * The sequence a window with this low mark begins at: that of the first remembered transaction
   * which the low mark does not hold, or {@code next} if it holds all.
   */
  long windowStart(GtidSet low, long next) {
    for (Transaction seen : transactions) {
      if (!low.contains(seen.gtid())) {
        return seen.sequence();
      }
    }
    return next;
  }

  /** Whether the key changed in a transaction at or behind a window's start. */
  boolean changedSince(RowKey key, long windowStart) {
    Long last = lastChange.get(key);
    return last != null && last >= windowStart;
  }

  boolean isEmpty() {
    return lastChange.isEmpty();
  }

  /**
   * Forgets transactions that this low mark holds, from the oldest on, as long as they lie before
   * every open window.
   *
   * @param openFrom the smallest start of the open windows
   */
  void forget(GtidSet low, long openFrom) {
    boolean forgot = false;
    while (!transactions.isEmpty()
        && transactions.peekFirst().sequence() < openFrom
        && low.contains(transactions.peekFirst().gtid())) {
      transactions.removeFirst();
      forgot = true;
    }
    if (forgot) {
      long keep = transactions.isEmpty() ? openFrom : transactions.peekFirst().sequence();
      long from = Math.min(keep, openFrom);
      Iterator<Long> sequences = lastChange.values().iterator();
      while (sequences.hasNext()) {
        if (sequences.next() < from) {
          sequences.remove();
        }
      }
    }
  }
}
