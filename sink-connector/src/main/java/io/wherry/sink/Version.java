package io.wherry.sink;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The release this code was built as, as the build wrote it. */
final class Version {
  private static final String VALUE = read();

  private Version() {}

  static String value() {
    return VALUE;
  }

  private static String read() {
    Properties properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("version.properties of the sink connector is damaged", e);
    }
    return properties.getProperty("version");
  }
}
