package io.wherry.source.tail;

import io.wherry.common.model.Row;

/**
 * One row change from the log.
 *
 * @param before the full image before, null for an insert
 * @param after the full image after, null for a delete
 */
public record Change(Row before, Row after) {}
