package io.wherry.common.wire;

import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.connect.errors.DataException;

/**
 * A table definition, or a statement from the log, with what the session it ran in decided about
 * its meaning.
 *
 * @param origin where it comes from
 * @param sql the statement's bytes, in the character set {@code session} names as
 *     character_set_client (utf8mb4 for a definition)
 * @param database the default database, empty if none
 * @param session system variables to set before it, by name, values as SQL literals
 * @param gtid its transaction; empty for a definition
 */
public record Ddl(
    Origin origin, byte[] sql, String database, Map<String, String> session, String gtid) {

  /** Where a {@link Ddl} comes from. */
  public enum Origin {
    /** SHOW CREATE TABLE, read when the table's snapshot began. */
    DEFINITION,
    /** A statement from the binary log. */
    STATEMENT
  }

  byte[] toBytes() {
    WireBuffer out = new WireBuffer(sql.length + 256);
    out.writeByte(origin.ordinal());
    out.writeBytes(sql);
    out.writeText(database);
    out.writeText(gtid);
    out.writeNumber(session.size());
    new TreeMap<>(session)
        .forEach(
            (name, value) -> {
              out.writeText(name);
              out.writeText(value);
            });
    return out.toByteArray();
  }

  /** Reads the data of a batch of kind schema. */
  public static Ddl of(Payload payload) {
    WireInput in = new WireInput(payload.data());
    int origin = in.readByte();
    if (origin >= Origin.values().length) {
      throw new DataException("batch data: unknown origin of a schema record " + origin);
    }
    byte[] sql = in.readBytes();
    String database = in.readText();
    String gtid = in.readText();
    Map<String, String> session = new TreeMap<>();
    for (long left = in.readNumber(); left > 0; left--) {
      session.put(in.readText(), in.readText());
    }
    return new Ddl(Origin.values()[origin], sql, database, session, gtid);
  }
}
