package io.wherry.verify.config;

import io.wherry.common.model.TableId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where a source table is on the target: {@code database.routes} ({@code a:b}) and {@code
 * table.routes} ({@code a.t:b.u}), comma separated, backticks around names that hold a sign. A
 * table's own route wins.
 */
public final class Routes {
  private final Map<String, String> databases;
  private final Map<TableId, TableId> tables;

  private Routes(Map<String, String> databases, Map<TableId, TableId> tables) {
    this.databases = databases;
    this.tables = tables;
  }

  /**
   * Reads both lists.
   *
   * @throws ConfigurationException naming the item that does not have the right form
   */
  public static Routes parse(String databaseRoutes, String tableRoutes) {
    Map<String, String> databases = new HashMap<>();
    for (List<String> item : items("database.routes", databaseRoutes, ":")) {
      databases.put(item.get(0), item.get(1));
    }
    Map<TableId, TableId> tables = new HashMap<>();
    for (List<String> item : items("table.routes", tableRoutes, ".:.")) {
      tables.put(new TableId(item.get(0), item.get(1)), new TableId(item.get(2), item.get(3)));
    }
    return new Routes(databases, tables);
  }

  /** The table on the target. */
  public TableId route(TableId source) {
    TableId own = tables.get(source);
    return own != null
        ? own
        : new TableId(databases.getOrDefault(source.database(), source.database()), source.table());
  }

  /** The names of each item, whose separators must be exactly {@code form}. */
  private static List<List<String>> items(String key, String list, String form) {
    List<List<String>> items = new ArrayList<>();
    List<String> names = new ArrayList<>();
    StringBuilder name = new StringBuilder();
    StringBuilder signs = new StringBuilder();
    boolean quoted = false;
    for (char c : (list + ",").toCharArray()) {
      quoted ^= c == '`';
      if (quoted || ",:.".indexOf(c) < 0) {
        name.append(c);
        continue;
      }
      names.add(unquote(name.toString().strip()));
      name.setLength(0);
      if (c != ',') {
        signs.append(c);
        continue;
      }
      addItem(key, form, signs.toString(), names, items);
      names = new ArrayList<>();
      signs.setLength(0);
    }
    if (quoted) {
      throw new ConfigurationException(key + ": a backtick is not closed");
    }
    return items;
  }

  private static void addItem(
      String key, String form, String signs, List<String> names, List<List<String>> items) {
    if (signs.isEmpty() && names.get(0).isEmpty()) {
      return;
    }
    if (!signs.equals(form) || names.contains("")) {
      throw new ConfigurationException(
          key
              + ": '"
              + String.join("' '", names)
              + "' does not have the form "
              + (form.length() == 1 ? "from:to" : "database.table:database.table"));
    }
    items.add(names);
  }

  private static String unquote(String name) {
    return name.length() > 1 && name.startsWith("`") && name.endsWith("`")
        ? name.substring(1, name.length() - 1).replace("``", "`")
        : name;
  }
}
