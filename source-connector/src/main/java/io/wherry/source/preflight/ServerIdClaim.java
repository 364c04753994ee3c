package io.wherry.source.preflight;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.OptionalLong;

/**
 * Makes the server id of a running tail visible on the source. The server tells the id of no log
 * reader that does not register as a replica, and ours does not; so the task holds two user-level
 * locks, one named after the id and one after id and connector, on a connection that lives as long
 * as its tail. Needs no privilege.
 *
 * @param serverId the id
 * @param connector name of the connector that uses it
 */
public record ServerIdClaim(long serverId, String connector) {

  /**
   * Takes the locks; they go with the connection.
   *
   * @return false if another connection holds one, for instance an old one of ours that the server
   *     has not yet noticed to be gone
   */
  public boolean take(Connection connection) throws SQLException {
    return ask(connection, "SELECT GET_LOCK(?, 0)", idLock()).orElse(0) == 1
        && ask(connection, "SELECT GET_LOCK(?, 0)", connectorLock()).orElse(0) == 1;
  }

  /** The connection by which another connector holds the id. */
  public OptionalLong foreignHolder(Connection connection) throws SQLException {
    OptionalLong holder = ask(connection, "SELECT IS_USED_LOCK(?)", idLock());
    OptionalLong own = ask(connection, "SELECT IS_USED_LOCK(?)", connectorLock());
    return holder.equals(own) ? OptionalLong.empty() : holder;
  }

  private String idLock() {
    return "wherry.server-id." + serverId;
  }

  private String connectorLock() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] hash = digest.digest(connector.getBytes(StandardCharsets.UTF_8));
      return idLock() + "." + HexFormat.of().formatHex(hash, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static OptionalLong ask(Connection connection, String sql, String lock)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, lock);
      try (ResultSet rs = statement.executeQuery()) {
        rs.next();
        long answer = rs.getLong(1);
        return rs.wasNull() ? OptionalLong.empty() : OptionalLong.of(answer);
      }
    }
  }
}
