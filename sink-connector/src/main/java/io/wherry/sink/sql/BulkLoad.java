package io.wherry.sink.sql;

import io.wherry.common.model.Row;
import io.wherry.common.mysql.SqlFailure;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * LOAD DATA LOCAL from memory. With LOCAL the server skips duplicates and bends values with mere
 * warnings, whatever its mode; so nothing counts as loaded unless the row count is right and there
 * is no warning at all.
 */
final class BulkLoad {
  private final TableSession session;
  private final List<BoundColumn> writable;

  BulkLoad(TableSession session) {
    this.session = session;
    this.writable = session.binding().writable();
  }

  /**
   * Loads rows.
   *
   * @throws DuplicateRows where the target holds one of them
   * @throws LoadRefused where the server's answer is anything else than all rows, no warning
   */
  void run(List<Row> rows) throws SQLException {
    if (rows.isEmpty()) {
      return;
    }
    List<SQLWarning> warnings = new ArrayList<>();
    long loaded;
    try {
      loaded = session.load(statement(), data(rows), warnings);
    } catch (SQLException e) {
      throw refused(e);
    }
    if (!warnings.isEmpty()
        && warnings.stream().allMatch(w -> Refusal.isDuplicate(w.getErrorCode()))) {
      throw new DuplicateRows(session.refusal().table() + " holds rows of this chunk already");
    }
    if (!warnings.isEmpty() || loaded != rows.size()) {
      throw new LoadRefused(told(rows.size(), loaded, warnings), code(warnings));
    }
  }

  private SQLException refused(SQLException e) {
    return switch (SqlFailure.of(e)) {
      case AGAIN, RECONNECT, WAIT_FOR_PERSON -> e;
      case DATA, STOP ->
          new LoadRefused(
              session.refusal().table()
                  + ": LOAD DATA failed with error "
                  + e.getErrorCode()
                  // The driver's own errors have no number and know no values.
                  + (e.getErrorCode() == 0 ? ": " + e.getMessage() : ""),
              e.getErrorCode());
    };
  }

  private String told(int rows, long loaded, List<SQLWarning> warnings) {
    String codes =
        warnings.stream()
            .map(w -> String.valueOf(w.getErrorCode()))
            .distinct()
            .collect(Collectors.joining(", "));
    return session.refusal().table()
        + ": LOAD DATA of "
        + rows
        + " rows took "
        + loaded
        + " with "
        + warnings.size()
        + " warnings ("
        + codes
        + ")";
  }

  private static int code(List<SQLWarning> warnings) {
    return warnings.isEmpty() ? 0 : warnings.get(0).getErrorCode();
  }

  private SqlText statement() {
    SqlText sql =
        new SqlText()
            .sql("LOAD DATA LOCAL INFILE 'rows' INTO TABLE ")
            .name(session.binding().table().id())
            .sql(" CHARACTER SET binary FIELDS TERMINATED BY '\\t' ESCAPED BY '\\\\'")
            .sql(" LINES TERMINATED BY '\\n' (");
    SqlText set = new SqlText();
    for (int i = 0; i < writable.size(); i++) {
      BoundColumn c = writable.get(i);
      sql.sql(i == 0 ? "" : ",");
      String expression = expression(c, "@v" + i);
      if (expression == null) {
        sql.name(c.name());
      } else {
        sql.sql("@v").sql(String.valueOf(i));
        set.sql(set.size() == 0 ? " SET " : ",").name(c.name()).sql('=').sql(expression);
      }
    }
    return sql.sql(')').raw(set.from(0));
  }

  /** How a field's bytes become the column's value; null where they are stored as they come. */
  private static String expression(BoundColumn c, String variable) {
    return switch (c.wire().kind()) {
      case BIT, ENUM, SET -> "CAST(" + variable + " AS UNSIGNED)";
      case JSON -> "CONVERT(" + variable + " USING utf8mb4)";
      case TEXT ->
          c.target().sameCharset(c.wire())
              ? null
              : "CONVERT(" + variable + " USING " + Literal.charset(c) + ")";
      case INTEGER, DECIMAL, REAL, TEMPORAL, BINARY, GEOMETRY, VECTOR -> null;
    };
  }

  private SqlText data(List<Row> rows) {
    SqlText data = new SqlText(1 << 16);
    for (Row row : rows) {
      for (int i = 0; i < writable.size(); i++) {
        if (i > 0) {
          data.sql('\t');
        }
        Literal.writeField(data, row.get(writable.get(i).index()));
      }
      data.sql('\n');
    }
    return data;
  }
}
