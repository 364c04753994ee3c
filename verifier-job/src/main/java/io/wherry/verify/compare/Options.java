package io.wherry.verify.compare;

import io.wherry.verify.table.JsonDepth;
import java.time.Duration;

/**
 * How to compare.
 *
 * @param timeout how long a lane may stand still
 * @param threads chunks that are compared at the same time
 * @param mostRowsReported differing rows of one table that are named
 * @param json what of JSON documents is compared
 */
public record Options(Duration timeout, int threads, long mostRowsReported, JsonDepth json) {}
