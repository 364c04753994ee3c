package io.wherry.verify.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A connector's JSON as it is posted to a worker ({@code {"name": .., "config": {..}}}) or put to
 * it (the flat config). Placeholders are resolved only in the keys that are asked for.
 */
public final class ConnectorFile {
  private final Path path;
  private final Map<String, String> values;
  private final Placeholders placeholders;

  private ConnectorFile(Path path, Map<String, String> values, Placeholders placeholders) {
    this.path = path;
    this.values = values;
    this.placeholders = placeholders;
  }

  /**
   * Reads a file.
   *
   * @throws ConfigurationException where it cannot be read or is not a JSON object
   */
  public static ConnectorFile read(Path path, Placeholders placeholders) {
    try {
      return parse(path, Files.readString(path), placeholders);
    } catch (JsonProcessingException e) {
      // The parser's own message quotes the text, and the text may hold a password.
      throw new ConfigurationException(
          path + " is not JSON (line " + e.getLocation().getLineNr() + ")");
    } catch (IOException e) {
      throw new ConfigurationException("cannot read " + path + ": " + e, e);
    }
  }

  static ConnectorFile parse(Path path, String json, Placeholders placeholders)
      throws JsonProcessingException {
    JsonNode root = new ObjectMapper().readTree(json);
    if (root == null || !root.isObject()) {
      throw new ConfigurationException(path + " does not hold a JSON object");
    }
    Map<String, String> values = new LinkedHashMap<>();
    JsonNode config = root.path("config").isObject() ? root.path("config") : root;
    for (Map.Entry<String, JsonNode> entry : config.properties()) {
      if (entry.getValue().isValueNode() && !entry.getValue().isNull()) {
        values.put(entry.getKey(), entry.getValue().asText());
      }
    }
    if (root.path("name").isTextual()) {
      values.put("name", root.path("name").asText());
    }
    return new ConnectorFile(path, values, placeholders);
  }

  /** The value of a key, or what to take where the file does not have it. */
  public String get(String key, String otherwise) {
    String value = values.get(key);
    return value == null ? otherwise : placeholders.resolve(key, value);
  }

  /**
   * The value of a key.
   *
   * @throws ConfigurationException where the file does not have it
   */
  public String require(String key) {
    String value = get(key, "");
    if (value.isEmpty()) {
      throw new ConfigurationException(path + " has no value for " + key);
    }
    return value;
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
