package io.wherry.verify.config;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Resolves the placeholders that a Connect worker would resolve: {@code ${env:NAME}}, and {@code
 * ${file:/path:key}} for a properties file or a directory with one file a key. The word before the
 * colon is the worker's own alias and decides nothing: a part with a path is a file, one without is
 * a variable.
 */
public final class Placeholders {
  private static final Pattern PLACEHOLDER =
      Pattern.compile("\\$\\{([^:}]+):(?:([^}]*):)?([^}:]+)}");

  private final Map<String, String> environment;

  public Placeholders(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  /**
   * The value with every placeholder replaced.
   *
   * @throws ConfigurationException naming the key and the placeholder that has no value here
   */
  public String resolve(String key, String value) {
    return PLACEHOLDER
        .matcher(value)
        .replaceAll(found -> Matcher.quoteReplacement(lookUp(key, found)));
  }

  private String lookUp(String key, MatchResult found) {
    String path = found.group(2);
    String name = found.group(3);
    String result =
        path == null || path.isEmpty() ? environment.get(name) : read(key, Path.of(path), name);
    if (result == null) {
      throw new ConfigurationException(
          key + ": nothing here gives a value to " + found.group() + " (set it, or an option)");
    }
    return result;
  }

  private static String read(String key, Path path, String name) {
    try {
      if (Files.isDirectory(path)) {
        Path file = path.resolve(name);
        return Files.isRegularFile(file) ? Files.readString(file).strip() : null;
      }
      if (!Files.isRegularFile(path)) {
        return null;
      }
      Properties properties = new Properties();
      try (Reader reader = Files.newBufferedReader(path, StandardCharsets.UTF_8)) {
        properties.load(reader);
      }
      return properties.getProperty(name);
    } catch (IOException e) {
      throw new ConfigurationException(key + ": cannot read " + path + ": " + e.getMessage(), e);
    }
  }
}
