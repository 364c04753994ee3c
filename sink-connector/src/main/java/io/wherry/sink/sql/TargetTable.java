package io.wherry.sink.sql;

import io.wherry.common.model.TableId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * A table as the target has it, and what the server allows in writing to it. Read it again after
 * any DDL and after any reconnect.
 *
 * @param id the target's name
 * @param columns in table order, generated and invisible ones included
 * @param uniqueKeys every unique key, the primary one first
 * @param maxPacket bytes of one statement that the server takes
 * @param localInfile whether the server takes LOAD DATA LOCAL
 */
public record TargetTable(
    TableId id,
    List<TargetColumn> columns,
    List<UniqueKey> uniqueKeys,
    long maxPacket,
    boolean localInfile) {

  public TargetTable {
    columns = List.copyOf(columns);
    uniqueKeys = List.copyOf(uniqueKeys);
  }

  /**
   * The table, or nothing where it does not exist.
   *
   * @throws org.apache.kafka.connect.errors.DataException where the name is a view's
   */
  public static Optional<TargetTable> read(Connection connection, TableId id) throws SQLException {
    return new TargetTableReader(connection, id).read();
  }

  /** The column of this name; exact spelling first, then without regard to case. */
  public Optional<TargetColumn> column(String name) {
    return columns.stream()
        .filter(c -> c.name().equals(name))
        .findFirst()
        .or(() -> columns.stream().filter(c -> c.name().equalsIgnoreCase(name)).findFirst());
  }
}
