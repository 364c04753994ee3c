package io.wherry.common.mysql;

import com.mysql.cj.jdbc.Driver;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;

/**
 * Where a MySQL server is and who we are there. Opens connections by the driver class itself, never
 * by {@code DriverManager}, so that no other plugin's driver answers.
 *
 * @param host name or address
 * @param port TCP port
 * @param user account name
 * @param password in clear; never printed
 * @param sslMode encryption of every connection
 */
public record ServerAddress(String host, int port, String user, String password, SslMode sslMode) {

  /** The driver's URL, without credentials. */
  public String url() {
    return "jdbc:mysql://" + host + ":" + port + "/";
  }

  /**
   * Driver properties every part of Wherry wants: no local files ever, no time zone shifts, no
   * endless waits for a server that went away.
   */
  public Properties properties() {
    Properties p = new Properties();
    p.setProperty("user", user);
    p.setProperty("password", password);
    p.setProperty("sslMode", sslMode.name());
    p.setProperty("allowPublicKeyRetrieval", String.valueOf(sslMode == SslMode.DISABLED));
    p.setProperty("allowLoadLocalInfile", "false");
    p.setProperty("connectTimeout", "10000");
    p.setProperty("tcpKeepAlive", "true");
    p.setProperty("connectionTimeZone", "UTC");
    p.setProperty("useInformationSchema", "false");
    return p;
  }

  /**
   * A new connection with {@link #properties()} and these on top.
   *
   * @throws SQLException as the driver says it
   */
  public Connection connect(Properties more) throws SQLException {
    Properties all = properties();
    all.putAll(more);
    return new Driver().connect(url(), all);
  }

  /** A new connection with {@link #properties()}. */
  public Connection connect() throws SQLException {
    return connect(new Properties());
  }

  /** Without the password. */
  @Override
  public String toString() {
    return user + "@" + host + ":" + port;
  }
}
