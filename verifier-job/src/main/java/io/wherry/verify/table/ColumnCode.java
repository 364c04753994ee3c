package io.wherry.verify.table;

import io.wherry.common.model.TableId;
import java.util.ArrayList;
import java.util.List;

/**
 * How the values of one column are put into a row's text, by the same SQL on both servers. Every
 * part is text: a single binary argument turns a whole concatenation into raw bytes of mixed
 * charsets. Two different values never have the same parts.
 *
 * @param name of the column
 * @param values expressions that print a value, NULL for NULL
 * @param real a floating number, never NULL, hashed by its bits and in pairs with others; or null
 * @param guard a hash in the place of a value of any size, empty for NULL; NULL only where the
 *     server failed, which then poisons the row; or null
 * @param lengths of those values that may hold the separator
 * @param flags conditions, never NULL: what the values alone do not tell
 */
record ColumnCode(
    String name,
    List<String> values,
    String real,
    String guard,
    List<String> lengths,
    List<String> flags) {

  /** Everything as the arguments of one concatenation, for a column by itself. */
  List<String> alone() {
    List<String> parts = new ArrayList<>(values);
    if (real != null) {
      parts.add("HEX(POINT(" + real + ",0))");
    }
    if (guard != null) {
      parts.add(guard);
    }
    parts.addAll(lengths);
    flags.forEach(f -> parts.add(digit(f)));
    return parts;
  }

  /** A flag as text; text costs less than a number that the server has to print. */
  static String digit(String flag) {
    return "IF(" + flag + ",'1','0')";
  }

  static String quote(String name) {
    return TableId.quote(name);
  }
}
