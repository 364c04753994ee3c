package io.wherry.source.tail;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventType;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDataDeserializer;
import io.wherry.common.model.GtidSet;
import io.wherry.common.mysql.ServerAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The binlog client, bound to start exactly behind a GTID set and never to reconnect by itself: a
 * lost connection ends the tail, so that it starts again from a transaction boundary.
 */
final class DumpClient extends BinaryLogClient {
  private static final long HEARTBEAT_MS = 1000;

  /** The server sends a heartbeat a second; silence for so long means that it is gone. */
  private static final int SILENCE_MS = 60_000;

  /** How long we may keep the server waiting before it gives us up. */
  private static final long SERVER_PATIENCE_SECONDS = 3600;

  /** The client reports each step to java.util.logging, which a worker sends nowhere useful. */
  private static final Logger CLIENT_LOG = Logger.getLogger(DumpClient.class.getName());

  static {
    CLIENT_LOG.setLevel(Level.WARNING);
  }

  private final String start;

  DumpClient(ServerAddress address, GtidSet start) {
    super(address.host(), address.port(), address.user(), address.password());
    this.start = start.toString();
    setSocketFactory(DumpClient::socket);
  }

  private static Socket socket() throws SocketException {
    Socket socket = new Socket();
    socket.setSoTimeout(SILENCE_MS);
    socket.setKeepAlive(true);
    return socket;
  }

  /** To be called behind Debezium's own settings. */
  void configure() {
    setKeepAlive(false);
    setHeartbeatInterval(HEARTBEAT_MS);
    setNetWriteTimeout(SERVER_PATIENCE_SECONDS);
  }

  /** Debezium merges sets by rules of its own; ours is exact. */
  @Override
  public void setGtidSet(String merged) {
    super.setGtidSet(start);
  }

  /** The reader keeps its own set. */
  @Override
  protected void updateGtidSet(Event event) {}

  /** {@link EventFramer} needs no deserializers. */
  @Override
  protected void ensureEventDataDeserializer(
      EventType type,
      @SuppressWarnings("rawtypes") Class<? extends EventDataDeserializer> wanted) {}
}
