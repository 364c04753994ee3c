package io.wherry.sink.sql;

import io.wherry.common.mysql.SqlFailure;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.connect.errors.DataException;

/**
 * Turns what the server says about a table's rows into exceptions that name table, key columns and
 * column. The server's own words hold values; of these messages nothing is kept but names that the
 * table is known to have.
 */
final class Refusal {
  private static final Set<Integer> DUPLICATE = Set.of(1022, 1062, 1169, 1586);

  /** NULL in a NOT NULL column; also what the guard of {@link RowStatements#upsert} answers. */
  private static final int GUARD = 1048;

  // The value may stand in the message too and look like anything: the last match counts.
  private static final Pattern COLUMN = Pattern.compile("(?:olumn|Field) '(.*?)'");
  private static final Pattern KEY = Pattern.compile("for key '(?:[^']*\\.)?([^'.]+)'\\s*$");

  private final Binding binding;

  Refusal(Binding binding) {
    this.binding = binding;
  }

  static boolean isDuplicate(int code) {
    return DUPLICATE.contains(code);
  }

  /** The exception to throw for a failed statement; the one given where it tells no values. */
  Exception of(SQLException e) {
    if (isDuplicate(e.getErrorCode())) {
      return new DuplicateRows(table() + duplicateKey(e.getMessage()), e);
    }
    return switch (SqlFailure.of(e)) {
      case AGAIN, RECONNECT, WAIT_FOR_PERSON -> e;
      case DATA -> data(e.getErrorCode(), e.getMessage());
      case STOP -> stop(e);
    };
  }

  /** A row or statement was refused with this error number and text. */
  DataException data(int code, String serverText) {
    return new DataException(
        table()
            + column(serverText)
            + " refused by the target with error "
            + code
            + (code == GUARD ? " (in a key column: another row has its unique values)" : "")
            + ". Compare the definitions on source and target, mend the target, start again");
  }

  /** A row collides where no row should be. */
  DataException duplicate(DuplicateRows e) {
    return new DataException(
        e.getMessage() + ". Does something else write to the target? Compare, then start again");
  }

  /** A statement did something, but not what was meant. */
  DataException unexpected(String what) {
    return new DataException(
        table()
            + ": "
            + what
            + ". Does something else write to the target? Compare, then start again");
  }

  String table() {
    return "table " + binding.table().id() + " (key: " + binding.keyNames() + ")";
  }

  /** Errors of the driver itself carry no number and no value. */
  private SQLException stop(SQLException e) {
    if (e.getErrorCode() == 0) {
      return e;
    }
    return new SQLException(
        table() + column(e.getMessage()) + " failed on the target with error " + e.getErrorCode(),
        e.getSQLState(),
        e.getErrorCode());
  }

  private String column(String serverText) {
    String found = "";
    Matcher matcher = COLUMN.matcher(String.valueOf(serverText));
    while (matcher.find()) {
      found =
          binding.table().column(matcher.group(1)).map(c -> " column " + c.name()).orElse(found);
    }
    return found;
  }

  private String duplicateKey(String serverText) {
    Matcher matcher = KEY.matcher(String.valueOf(serverText));
    String name = matcher.find() ? matcher.group(1).toLowerCase(Locale.ROOT) : "";
    return binding.table().uniqueKeys().stream()
        .filter(k -> k.name().toLowerCase(Locale.ROOT).equals(name))
        .findFirst()
        .map(k -> " holds a row with an equal value in unique key " + k.name())
        .orElse(" holds a row with an equal key");
  }
}
