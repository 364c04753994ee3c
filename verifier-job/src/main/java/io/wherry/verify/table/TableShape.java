package io.wherry.verify.table;

import io.wherry.common.model.TableId;
import java.util.List;

/**
 * A table as it stands on one server.
 *
 * @param id its name there
 * @param columns in table order, generated and invisible ones included
 * @param uniqueIndexes that a query can be told to use; the primary key first
 * @param rowBytes average size of a row, at least 1
 */
public record TableShape(
    TableId id, List<ColumnShape> columns, List<IndexShape> uniqueIndexes, long rowBytes) {}
