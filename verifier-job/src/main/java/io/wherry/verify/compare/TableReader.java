package io.wherry.verify.compare;

import io.wherry.verify.IncompleteException;
import io.wherry.verify.server.RowMapper;
import io.wherry.verify.server.Server;
import io.wherry.verify.server.SqlCall;
import io.wherry.verify.table.RowId;
import io.wherry.verify.table.TablePlan;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

/**
 * Every question about rows that is put to a server. A warning of the server on any of them is a
 * failure: a value it could not print is not a value that was compared.
 */
final class TableReader {
  private static final int LOOKUP = 200;

  /** "Deprecated", in its several numbers: utf8mb3, and collations of it. */
  private static final Set<Integer> HARMLESS = Set.of(1287, 1681, 3135, 3719, 3720, 3778);

  private final Server source;
  private final Server target;
  private final ExecutorService beside;

  /**
   * Reads from both servers.
   *
   * @param beside runs the target's half of a question put to both
   */
  TableReader(Server source, Server target, ExecutorService beside) {
    this.source = source;
    this.target = target;
    this.beside = beside;
  }

  /** A question as it is put to one side. */
  @FunctionalInterface
  interface Question<T> {
    T ask(Side side) throws SQLException;
  }

  /** Puts a question to both servers at the same time. */
  <T> Both<T> both(Question<T> question) throws SQLException {
    Future<T> other = beside.submit(() -> question.ask(Side.TARGET));
    try {
      T own = question.ask(Side.SOURCE);
      return new Both<>(own, other.get());
    } catch (ExecutionException e) {
      if (e.getCause() instanceof SQLException sql) {
        throw sql;
      }
      throw e.getCause() instanceof RuntimeException r
          ? r
          : new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IncompleteException("interrupted", e);
    } finally {
      other.cancel(true);
    }
  }

  /**
   * Count and sum of a slice.
   *
   * @throws IncompleteException where a row has no hash
   */
  Checksum checksum(Side side, TablePlan plan, Slice slice) throws SQLException {
    String sql =
        "SELECT COUNT(*),COALESCE(SUM("
            + plan.row().hash()
            + "),0) FROM "
            + from(side, plan)
            + slice.where(plan);
    Checksum found = ask(side, plan, sql, r -> checksum(r, 1)).get(0);
    if (!found.proves()) {
      throw new IncompleteException(
          plan
              + ": the "
              + server(side).role()
              + " cannot hash every row; is max_allowed_packet"
              + " smaller than a value?");
    }
    return found;
  }

  /** Count and sum of every bucket that has rows. */
  Map<Integer, Checksum> buckets(Side side, TablePlan plan, int modulus) throws SQLException {
    String sql =
        "SELECT b,COUNT(*),SUM(h) FROM (SELECT /*+ NO_MERGE() */ "
            + Slice.Buckets.bucket(plan, modulus)
            + " AS b,"
            + plan.row().hash()
            + " AS h FROM "
            + from(side, plan)
            + ") d GROUP BY b";
    Map<Integer, Checksum> buckets = new HashMap<>();
    ask(side, plan, sql, r -> Map.entry(r.getInt(1), checksum(r, 2)))
        .forEach(e -> buckets.put(e.getKey(), e.getValue()));
    return buckets;
  }

  /** Every row of a slice, by what identifies it. */
  Map<RowId, Checksum> list(Side side, TablePlan plan, Slice slice) throws SQLException {
    return rows(side, plan, slice.where(plan));
  }

  /** The first rows of a slice. */
  List<RowId> first(Side side, TablePlan plan, Slice slice, long limit) throws SQLException {
    String what = plan.key().present() ? plan.key().read() : "CONCAT(" + plan.row().hash() + ")";
    String sql =
        "SELECT " + what + " FROM " + from(side, plan) + slice.where(plan) + " LIMIT " + limit;
    return ask(side, plan, sql, r -> id(plan, r));
  }

  /** These rows, as far as they are there. */
  Map<RowId, Checksum> lookUp(Side side, TablePlan plan, Collection<RowId> ids)
      throws SQLException {
    Map<RowId, Checksum> found = new HashMap<>();
    List<RowId> all = List.copyOf(ids);
    for (int from = 0; from < all.size(); from += LOOKUP) {
      List<RowId> some = all.subList(from, Math.min(all.size(), from + LOOKUP));
      found.putAll(rows(side, plan, "WHERE " + condition(plan, some)));
    }
    // A key's collation may find more than was asked for.
    found.keySet().retainAll(Set.copyOf(ids));
    return found;
  }

  private static String condition(TablePlan plan, Collection<RowId> ids) {
    return plan.key().present()
        ? plan.key().anyOf(ids)
        : plan.row().hash()
            + ids.stream()
                .map(i -> i.texts().get(0))
                .collect(Collectors.joining(",", " IN (", ")"));
  }

  private Map<RowId, Checksum> rows(Side side, TablePlan plan, String where) throws SQLException {
    String sql =
        plan.key().present()
            ? "SELECT "
                + plan.key().read()
                + ",1,"
                + plan.row().hash()
                + " FROM "
                + from(side, plan)
                + where
            : "SELECT CONCAT(h),COUNT(*),SUM(h) FROM (SELECT /*+ NO_MERGE() */ "
                + plan.row().hash()
                + " AS h FROM "
                + from(side, plan)
                + where
                + ") d GROUP BY h";
    int width = idWidth(plan);
    Map<RowId, Checksum> rows = new LinkedHashMap<>();
    ask(side, plan, sql, r -> Map.entry(id(plan, r), checksum(r, width + 1)))
        .forEach(e -> rows.merge(e.getKey(), e.getValue(), TableReader::plus));
    return rows;
  }

  private static Checksum plus(Checksum a, Checksum b) {
    return new Checksum(a.count() + b.count(), a.sum().add(b.sum()));
  }

  /** The key of the row that stands at a place of a range, counted from 0. */
  Optional<RowId> keyAt(Side side, TablePlan plan, Slice.Range range, long place)
      throws SQLException {
    String sql =
        "SELECT "
            + plan.key().read()
            + " FROM "
            + from(side, plan)
            + range.where(plan)
            + " ORDER BY "
            + plan.key().orderBy()
            + " LIMIT 1 OFFSET "
            + place;
    return ask(side, plan, sql, r -> id(plan, r)).stream().findFirst();
  }

  /** The hash of each column of a row; empty where it is not there. */
  List<String> columnHashes(Side side, TablePlan plan, RowId id) throws SQLException {
    int width = idWidth(plan);
    int columns = plan.row().columnNames().size();
    String sql =
        "SELECT "
            + plan.key().read()
            + ","
            + String.join(",", plan.row().columnHashes())
            + " FROM "
            + from(side, plan)
            + "WHERE "
            + condition(plan, List.of(id));
    return ask(side, plan, sql, r -> Map.entry(id(plan, r), texts(r, width + 1, columns))).stream()
        .filter(e -> e.getKey().equals(id))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(List.of());
  }

  private static RowId id(TablePlan plan, ResultSet r) throws SQLException {
    return new RowId(texts(r, 1, idWidth(plan)));
  }

  private static int idWidth(TablePlan plan) {
    return Math.max(1, plan.key().columns().size());
  }

  private static List<String> texts(ResultSet r, int first, int count) throws SQLException {
    List<String> texts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      texts.add(r.getString(first + i));
    }
    return texts;
  }

  private static Checksum checksum(ResultSet r, int first) throws SQLException {
    return new Checksum(r.getLong(first), new BigInteger(r.getString(first + 1)));
  }

  private static String from(Side side, TablePlan plan) {
    return (side == Side.SOURCE ? plan.fromSource() : plan.fromTarget()) + " ";
  }

  private Server server(Side side) {
    return side == Side.SOURCE ? source : target;
  }

  private <T> List<T> ask(Side side, TablePlan plan, String sql, RowMapper<T> mapper)
      throws SQLException {
    SqlCall<List<T>> call =
        (Connection connection) -> {
          try (Statement statement = connection.createStatement();
              ResultSet result = statement.executeQuery(sql)) {
            List<T> rows = new ArrayList<>();
            while (result.next()) {
              rows.add(mapper.map(result));
            }
            refuseWarnings(side, plan, statement.getWarnings());
            return rows;
          }
        };
    return server(side).call(call);
  }

  private void refuseWarnings(Side side, TablePlan plan, SQLWarning first) {
    for (SQLWarning w = first; w != null; w = w.getNextWarning()) {
      if (!HARMLESS.contains(w.getErrorCode())) {
        throw new IncompleteException(
            plan
                + ": the "
                + server(side).role()
                + " warned with "
                + w.getErrorCode()
                + " while it read the rows, so they are not compared");
      }
    }
  }
}
