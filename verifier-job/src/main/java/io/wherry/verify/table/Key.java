package io.wherry.verify.table;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How the rows of a table are found on both servers.
 *
 * @param columns in index order; none where equal rows cannot be told apart
 * @param sourceIndex the index that walks the columns in order, null where the two servers do not
 *     walk them alike
 * @param targetIndex the same on the target
 */
public record Key(List<KeyColumn> columns, String sourceIndex, String targetIndex) {
  /** A table whose rows have nothing but themselves. */
  public static final Key NONE = new Key(List.of(), null, null);

  /** Whether rows have a name at all. */
  public boolean present() {
    return !columns.isEmpty();
  }

  /** Whether a range of it holds the same rows on both servers. */
  public boolean ordered() {
    return sourceIndex != null;
  }

  /** The select list that reads it. */
  public String read() {
    return columns.stream().map(KeyColumn::read).collect(Collectors.joining(","));
  }

  public String orderBy() {
    return columns.stream().map(KeyColumn::orderBy).collect(Collectors.joining(","));
  }

  /** The rows behind this one. Row constructors would scan the whole table; ORs are a range. */
  public String behind(RowId id) {
    return compare(id, Side.BEHIND);
  }

  /** The rows before this one, and this one. */
  public String upTo(RowId id) {
    return "(" + compare(id, Side.BEFORE) + " OR " + equal(id) + ")";
  }

  /** These rows. */
  public String anyOf(Collection<RowId> ids) {
    return ids.stream().map(this::equal).collect(Collectors.joining(" OR ", "(", ")"));
  }

  /** {@code (id=5,day='2024-01-01')} with values, for people. */
  public String show(RowId id) {
    StringBuilder text = new StringBuilder("(");
    for (int i = 0; i < columns.size(); i++) {
      KeyColumn c = columns.get(i);
      text.append(i == 0 ? "" : ",").append(c.name()).append('=').append(c.show(id.texts().get(i)));
    }
    return text.append(')').toString();
  }

  private enum Side {
    BEHIND,
    BEFORE
  }

  private String compare(RowId id, Side side) {
    StringBuilder text = new StringBuilder("(");
    for (int i = 0; i < columns.size(); i++) {
      text.append(i == 0 ? "(" : " OR (");
      for (int j = 0; j < i; j++) {
        text.append(equal(id, j)).append(" AND ");
      }
      String value = id.texts().get(i);
      KeyColumn last = columns.get(i);
      text.append(side == Side.BEHIND ? last.behind(value) : last.before(value)).append(')');
    }
    return text.append(')').toString();
  }

  private String equal(RowId id) {
    StringBuilder text = new StringBuilder("(");
    for (int i = 0; i < columns.size(); i++) {
      text.append(i == 0 ? "" : " AND ").append(equal(id, i));
    }
    return text.append(')').toString();
  }

  private String equal(RowId id, int part) {
    return columns.get(part).equal(id.texts().get(part));
  }
}
