package io.wherry.common.model;

import java.util.Objects;

/** A table on a MySQL server, by the exact names that {@code SHOW CREATE TABLE} prints. */
public record TableId(String database, String table) implements Comparable<TableId> {

  public TableId {
    Objects.requireNonNull(database, "database");
    Objects.requireNonNull(table, "table");
  }

  /** The name in SQL text: both parts in backticks. */
  public String quoted() {
    return quote(database) + "." + quote(table);
  }

  /** An identifier in backticks, with the backticks inside it doubled. */
  public static String quote(String identifier) {
    return "`" + identifier.replace("`", "``") + "`";
  }

  @Override
  public int compareTo(TableId other) {
    int byDatabase = database.compareTo(other.database);
    return byDatabase != 0 ? byDatabase : table.compareTo(other.table);
  }

  /** For people: {@code db.table}. Not parsed back anywhere. */
  @Override
  public String toString() {
    return database + "." + table;
  }
}
