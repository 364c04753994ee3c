package io.wherry.sink.lane;

import io.wherry.common.model.TableId;
import io.wherry.common.wire.Ddl;
import io.wherry.sink.sql.DdlRunner;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.connect.errors.DataException;

/** The columns that a SHOW CREATE TABLE text declares, by name and type, in order. */
record DefinitionColumns(List<String> columns) {
  /** SHOW CREATE prints a column a line: its name in backticks, then its type. */
  private static final Pattern COLUMN =
      Pattern.compile(
          "^\\s+(`(?:[^`]|``)+`) (\\w+(?:\\((?:'(?:[^']|'')*'|[^')])*\\))?(?: unsigned)?)",
          Pattern.MULTILINE);

  static DefinitionColumns of(String showCreate) {
    Matcher found = COLUMN.matcher(showCreate);
    return new DefinitionColumns(
        found.results().map(m -> m.group(1) + " " + m.group(2)).collect(Collectors.toList()));
  }

  /**
   * Holds that a table that is there already, empty, is the one the source defines.
   *
   * @throws DataException naming the first column that differs
   */
  static void check(Connection connection, Ddl ddl, TableId target) throws SQLException {
    if (ddl.origin() != Ddl.Origin.DEFINITION) {
      throw new DataException(
          "target table " + target + " exists, and the source creates it now; drop it");
    }
    List<String> wanted = of(new String(ddl.sql(), StandardCharsets.UTF_8)).columns();
    List<String> found =
        DdlRunner.showCreate(connection, target).map(text -> of(text).columns()).orElse(wanted);
    for (int i = 0; i < Math.max(wanted.size(), found.size()); i++) {
      String want = i < wanted.size() ? wanted.get(i) : "nothing";
      String have = i < found.size() ? found.get(i) : "nothing";
      if (!want.equals(have)) {
        throw new DataException(
            "target table "
                + target
                + " exists with other columns: column "
                + (i + 1)
                + " is "
                + have
                + " there, "
                + want
                + " on the source; drop the target table");
      }
    }
  }
}
