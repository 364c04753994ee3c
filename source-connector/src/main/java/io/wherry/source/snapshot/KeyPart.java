package io.wherry.source.snapshot;

import io.wherry.common.model.Column;

/**
 * One part of the index that a table is walked by.
 *
 * @param column the column
 * @param descending whether the index holds its values from the largest to the smallest
 * @param labels number of members of an ENUM column, else 0
 */
public record KeyPart(Column column, boolean descending, int labels) {}
