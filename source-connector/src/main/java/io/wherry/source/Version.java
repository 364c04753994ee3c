package io.wherry.source;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The release this plugin belongs to, written by the build. */
final class Version {
  private static final String RESOURCE = "version.properties";

  private Version() {}

  static String get() {
    try (InputStream in = Version.class.getResourceAsStream(RESOURCE)) {
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException("the plugin's jar lacks " + RESOURCE, e);
    }
  }
}
