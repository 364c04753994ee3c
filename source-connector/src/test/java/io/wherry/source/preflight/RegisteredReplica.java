package io.wherry.source.preflight;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import io.wherry.common.mysql.ServerAddress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;

/** A log reader that registers with the source as replicas do. */
final class RegisteredReplica extends BinaryLogClient {
  private static final int COM_REGISTER_SLAVE = 21;

  RegisteredReplica(ServerAddress source, long serverId) {
    super(source.host(), source.port(), source.user(), source.password());
    setServerId(serverId);
  }

  @Override
  protected void requestBinaryLogStream() throws IOException {
    ByteArrayOutputStream command = new ByteArrayOutputStream();
    command.write(COM_REGISTER_SLAVE);
    number(command, getServerId(), 4);
    command.write(4);
    command.writeBytes("test".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    number(command, 0, 2);
    number(command, 3306, 2);
    number(command, 0, 8);
    byte[] bytes = command.toByteArray();
    channel.write(() -> bytes);
    byte[] answer = channel.read();
    if (answer[0] != 0) {
      throw new IOException("not registered: " + Arrays.toString(answer));
    }
    super.requestBinaryLogStream();
  }

  private static void number(ByteArrayOutputStream out, long value, int bytes) {
    for (int i = 0; i < bytes; i++) {
      out.write((int) (value >> 8 * i) & 0xFF);
    }
  }
}
