package io.wherry.source.snapshot;

import com.mysql.cj.MysqlType;
import com.mysql.cj.jdbc.result.ResultSetMetaData;
import com.mysql.cj.result.Field;
import io.wherry.common.model.Row;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;

/**
 * The rows of one SELECT, one after the other as the server sends them; never more than one in
 * memory. Belongs to one thread. Closing it before its end reads the rest from the network, however
 * much that is: end the statement first.
 */
final class RowStream implements AutoCloseable {
  private final Statement statement;
  private final ResultSet rows;
  private final boolean[] zeroFilled;

  private RowStream(Statement statement, ResultSet rows) throws SQLException {
    this.statement = statement;
    this.rows = rows;
    this.zeroFilled = zeroFilled((ResultSetMetaData) rows.getMetaData());
  }

  static RowStream open(Connection connection, String sql) throws SQLException {
    Statement statement =
        connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
    try {
      statement.setEscapeProcessing(false);
      statement.setFetchSize(Integer.MIN_VALUE);
      return new RowStream(statement, statement.executeQuery(sql));
    } catch (SQLException | RuntimeException e) {
      statement.close();
      throw e;
    }
  }

  /** YEAR counts as zero-filled too, but its zeros are part of the value. */
  private static boolean[] zeroFilled(ResultSetMetaData meta) {
    Field[] fields = meta.getFields();
    boolean[] flags = new boolean[fields.length];
    for (int i = 0; i < flags.length; i++) {
      flags[i] = fields[i].isZeroFill() && fields[i].getMysqlType() != MysqlType.YEAR;
    }
    return flags;
  }

  /**
   * The next row, null at the end.
   *
   * @throws InterruptedException if the thread is interrupted; the connection is aborted then
   */
  Row next() throws SQLException, InterruptedException {
    if (Thread.interrupted()) {
      statement.getConnection().abort(Runnable::run);
      throw new InterruptedException("interrupted while reading rows");
    }
    if (!rows.next()) {
      return null;
    }
    byte[][] values = new byte[zeroFilled.length][];
    for (int i = 0; i < values.length; i++) {
      byte[] value = rows.getBytes(i + 1);
      values[i] = zeroFilled[i] && value != null ? withoutFill(value) : value;
    }
    return new Row(values);
  }

  private static byte[] withoutFill(byte[] digits) {
    int from = 0;
    while (from + 1 < digits.length && digits[from] == '0' && digits[from + 1] != '.') {
      from++;
    }
    return from == 0 ? digits : Arrays.copyOfRange(digits, from, digits.length);
  }

  @Override
  public void close() throws SQLException {
    statement.close();
  }
}
