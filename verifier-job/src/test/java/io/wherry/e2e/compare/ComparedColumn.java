package io.wherry.e2e.compare;

import io.wherry.common.model.TableId;
import java.util.Locale;
import java.util.Set;

/**
 * A column and the expressions that show its stored value exactly, whatever its display form hides.
 *
 * @param name as the server prints it
 * @param type DATA_TYPE of information_schema
 */
record ComparedColumn(String name, String type) {
  private static final Set<String> BY_NUMBER = Set.of("bit", "enum", "set");

  /** Paths and types of all members of the JSON document {@code %s}: its text hides them. */
  private static final String JSON_TYPES =
      "(WITH RECURSIVE w AS ("
          + "SELECT CAST('$' AS CHAR(10000) CHARACTER SET utf8mb4) AS path, %1$s AS node"
          + " UNION ALL SELECT CONCAT(w.path, %2$s), JSON_EXTRACT(w.node, CONCAT('$', %2$s))"
          + " FROM w, JSON_TABLE(IF(JSON_TYPE(w.node)='OBJECT', JSON_KEYS(w.node),"
          + " IF(JSON_TYPE(w.node)='ARRAY', w.node, JSON_ARRAY())),"
          + " '$[*]' COLUMNS (ord FOR ORDINALITY, k JSON PATH '$')) m)"
          + " SELECT GROUP_CONCAT(CONCAT(path, ':', JSON_TYPE(node)) ORDER BY path) FROM w)";

  private static final String JSON_STEP =
      "IF(JSON_TYPE(w.node)='OBJECT', CONCAT('.', m.k), CONCAT('[', m.ord-1, ']'))";

  ComparedColumn {
    type = type.toLowerCase(Locale.ROOT);
  }

  /** The select list's part for this column of table {@code t}. */
  String expression() {
    String column = "t." + quoted();
    if (type.equals("float")) {
      return "CAST(" + column + " AS DOUBLE)";
    }
    if (BY_NUMBER.contains(type)) {
      return "CAST(" + column + " AS UNSIGNED)";
    }
    return type.equals("json") ? column + ", " + JSON_TYPES.formatted(column, JSON_STEP) : column;
  }

  String quoted() {
    return TableId.quote(name);
  }
}
