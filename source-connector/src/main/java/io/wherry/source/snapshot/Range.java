package io.wherry.source.snapshot;

import io.wherry.common.model.Row;

/**
 * A part of a table in the order of its key.
 *
 * @param after identity values of the row before the range, null from the table's beginning
 * @param upTo identity values of the last row that belongs to it, null to the table's end
 */
public record Range(Row after, Row upTo) {}
