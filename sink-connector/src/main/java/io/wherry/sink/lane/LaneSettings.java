package io.wherry.sink.lane;

import io.wherry.sink.ledger.Ledger;
import io.wherry.sink.sql.Router;
import java.time.Duration;
import java.util.Optional;

/**
 * What all lanes of a task share. Immutable.
 *
 * @param ledger the progress table
 * @param router source names to target names
 * @param retryTimeout how long one unit may be tried again; empty for no limit
 * @param retries counts them for the status line
 */
public record LaneSettings(
    Ledger ledger, Router router, Optional<Duration> retryTimeout, Retries retries) {}
