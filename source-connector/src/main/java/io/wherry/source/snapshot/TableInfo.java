package io.wherry.source.snapshot;

import io.wherry.common.model.Columns;
import io.wherry.common.model.TableId;
import java.util.List;

/**
 * What the snapshot knows of one source table, read from the server at one moment.
 *
 * @param id the table
 * @param columns the moved columns in table order, generated and invisible ones included, excluded
 *     ones left out; same form as the tail's
 * @param keyIndex name of the index that chunks walk (PRIMARY or the first unique NOT NULL one);
 *     null where the table has none, or one that orders only a prefix of a column: such a table is
 *     read through {@link KeylessView}, although {@code columns} may still name an identity
 * @param definition text of SHOW CREATE TABLE, utf8mb4
 * @param rows estimated row count
 * @param rowBytes estimated bytes a row, at least 1
 * @param keyParts the parts of {@code keyIndex} in its order, empty where that is null
 */
public record TableInfo(
    TableId id,
    Columns columns,
    String keyIndex,
    String definition,
    long rows,
    long rowBytes,
    List<KeyPart> keyParts) {

  public TableInfo {
    keyParts = List.copyOf(keyParts);
  }
}
