package io.wherry.e2e.stack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** A connector as {@code POST /connectors} takes it: a file of the repository's config folder. */
public record ConnectorFile(String name, Map<String, String> config) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A file that ships with the product, found from any folder of the repository. */
  public static ConnectorFile shipped(String fileName) {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("config").resolve(fileName))) {
      folder = folder.getParent();
      if (folder == null) {
        throw new IllegalStateException("no config/" + fileName + " above the current folder");
      }
    }
    try {
      return JSON.readValue(
          folder.resolve("config").resolve(fileName).toFile(), ConnectorFile.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same with another name and these settings in place of its own. */
  public ConnectorFile with(String newName, Map<String, String> changes) {
    LinkedHashMap<String, String> changed = new LinkedHashMap<>(config);
    changed.putAll(changes);
    return new ConnectorFile(newName, changed);
  }

  /** What a worker takes. */
  JsonNode json() {
    return JSON.valueToTree(this);
  }
}
