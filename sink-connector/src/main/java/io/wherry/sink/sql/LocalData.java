package io.wherry.sink.sql;

import com.mysql.cj.conf.PropertyKey;
import com.mysql.cj.conf.RuntimeProperty;
import com.mysql.cj.jdbc.JdbcConnection;
import com.mysql.cj.jdbc.JdbcStatement;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Bytes in memory that one statement's LOAD DATA LOCAL may read, until its end.
 *
 * <p>The driver takes a stream instead of a file only while allowLoadLocalInfile is on, and with it
 * on and no stream it would send any file the server asks for. So the stream is set first and goes
 * last: whatever a hostile target asks for, and whenever, it gets these rows or nothing.
 */
final class LocalData {
  private final JdbcStatement statement;
  private final RuntimeProperty<Boolean> allowed;

  private LocalData(JdbcStatement statement) throws SQLException {
    this.statement = statement;
    this.allowed =
        statement
            .getConnection()
            .unwrap(JdbcConnection.class)
            .getPropertySet()
            .getBooleanProperty(PropertyKey.allowLoadLocalInfile);
  }

  static LocalData offer(Statement statement, SqlText data) throws SQLException {
    LocalData offer = new LocalData(statement.unwrap(JdbcStatement.class));
    offer.statement.setLocalInfileInputStream(data.toStream());
    offer.allowed.setValue(true);
    return offer;
  }

  void end() throws SQLException {
    allowed.setValue(false);
    statement.setLocalInfileInputStream(null);
  }
}
