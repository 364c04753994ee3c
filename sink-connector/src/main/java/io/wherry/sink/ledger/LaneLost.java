package io.wherry.sink.ledger;

import org.apache.kafka.connect.errors.ConnectException;

/**
 * Another owner has the lane now, or its ledger row is gone: whoever sees this must not write to
 * the lane any more.
 */
public final class LaneLost extends ConnectException {
  private static final long serialVersionUID = 1L;

  LaneLost(String message) {
    super(message);
  }
}
