package io.wherry.e2e.scenario;

import io.wherry.common.model.TableId;
import io.wherry.common.mysql.ServerAddress;
import io.wherry.e2e.compare.RowHistory;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Judges a stop. It counts as REFUSED only if the message names a table of the case and, once the
 * live part began, a position in the log, and the target holds no row that the source never had.
 *
 * @param message what the connector said; a trace's stack frames are ignored
 * @param fromLog whether the live part had begun
 */
record Refusal(String message, boolean fromLog) {
  private static final Pattern POSITION =
      Pattern.compile(
          "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:|[\\w-]+\\.\\d{6}\\b|offset \\d+",
          Pattern.CASE_INSENSITIVE);

  Refusal {
    message = message.lines().filter(l -> !l.startsWith("\tat ")).collect(Collectors.joining("\n"));
  }

  Verdict judge(RowHistory history, ServerAddress target) throws SQLException {
    Verdict said = judgeMessage(history.tables());
    if (said.outcome() == Verdict.Outcome.FAIL) {
      return said;
    }
    return history
        .strangerOn(target)
        .map(row -> Verdict.fail("stopped, but " + row + "; said: " + said.reason()))
        .orElse(said);
  }

  /** Whether the message helps; its reason is the line that names the table. */
  Verdict judgeMessage(Set<TableId> tables) {
    Optional<String> naming =
        message.lines().filter(l -> namesOne(l, tables)).reduce((first, last) -> last);
    if (naming.isEmpty()) {
      return Verdict.fail("stopped without naming a table: " + message);
    }
    if (fromLog && !POSITION.matcher(message).find()) {
      return Verdict.fail("stopped without naming a position: " + naming.get());
    }
    return Verdict.refused(naming.get());
  }

  private static boolean namesOne(String line, Set<TableId> tables) {
    return tables.stream().anyMatch(t -> line.contains(t.toString()) || line.contains(t.quoted()));
  }
}
