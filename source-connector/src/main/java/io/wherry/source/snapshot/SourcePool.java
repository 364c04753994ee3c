package io.wherry.source.snapshot;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * A pool of {@link SourceSession} connections of one fixed size. Closing it aborts the connections
 * that are in use, which ends running reads within a second.
 */
public final class SourcePool {

  private SourcePool() {}

  /** A new pool; connections are opened when they are first needed. */
  public static HikariDataSource open(SourceSession session, int size) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("wherry-source " + session.address().host());
    config.setDataSource(new Sessions(session));
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(0);
    config.setIdleTimeout(0);
    config.setMaxLifetime(0);
    config.setInitializationFailTimeout(-1);
    return new HikariDataSource(config);
  }

  /** Sessions in the form in which the pool asks for them. */
  private record Sessions(SourceSession session) implements DataSource {

    @Override
    public Connection getConnection() throws SQLException {
      return session.open();
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
      throw new SQLFeatureNotSupportedException("the account is that of the session");
    }

    @Override
    public PrintWriter getLogWriter() {
      return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
      throw new SQLFeatureNotSupportedException("no log writer");
    }

    @Override
    public void setLoginTimeout(int seconds) {
      // The driver's connectTimeout bounds a login; the pool's wish is the same order of size.
    }

    @Override
    public int getLoginTimeout() {
      // Seconds; the pool's close waits so long for a login that is under way.
      return 3;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
      throw new SQLFeatureNotSupportedException("no java.util.logging");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
      throw new SQLException("not a wrapper");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
      return false;
    }
  }
}
