package io.wherry.source.reconcile;

import io.wherry.common.model.Row;
import io.wherry.common.model.TableId;
import io.wherry.source.snapshot.TableInfo;

/**
 * Where the planning of a table's next window goes on.
 *
 * @param table the table
 * @param info its columns as last read
 * @param attempt counts up when DDL made {@code info} and everything planned worthless
 * @param stale whether {@code info} is of an earlier attempt and must be read anew first
 * @param after identity of the last planned row, null at the table's beginning
 */
public record SnapshotPlan(TableId table, TableInfo info, int attempt, boolean stale, Row after) {}
