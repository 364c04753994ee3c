package io.wherry.e2e.scenario;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A case: statements for the source before the move and during it, and how to run them.
 *
 * @param name the file's first line: number and short name
 * @param mode how the live part is run
 * @param repeats how often, for {@link Mode#DURING_SNAPSHOT}
 * @param created all databases that the setup creates
 * @param included those of them that are moved
 */
record CaseFile(
    String name,
    Mode mode,
    int repeats,
    List<String> setup,
    List<String> live,
    List<String> created,
    List<String> included) {
  private static final Pattern CREATE_DATABASE =
      Pattern.compile(
          "(?:/\\*.*?\\*/|\\s)*CREATE\\s+(?:DATABASE|SCHEMA)\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?(`(?:[^`]|``)+`|[^\\s;]+).*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /** When the live part runs. */
  enum Mode {
    AFTER_SNAPSHOT,
    DURING_SNAPSHOT,
    SOURCE_PAUSED,
    KILL
  }

  static CaseFile read(Path file) throws IOException {
    return parse(file.getFileName().toString(), Files.readString(file));
  }

  /**
   * Reads the text of a case file.
   *
   * @throws IllegalArgumentException naming what is missing or not understood
   */
  static CaseFile parse(String fileName, String text) {
    int setupAt = markAt(text, "setup", fileName);
    int liveAt = markAt(text, "live", fileName);
    String head = text.substring(0, setupAt);
    String[] run = header(head, "run").orElse("after-snapshot").split("\\s+");
    List<String> setup = SqlScript.split(text.substring(setupAt, liveAt));
    List<String> created = createdDatabases(setup);
    Set<String> excluded =
        header(head, "exclude").stream()
            .flatMap(e -> Stream.of(e.split(",")))
            .map(e -> unquote(e.strip()))
            .collect(Collectors.toSet());
    return new CaseFile(
        fileName.replaceFirst("\\.sql$", ""),
        mode(run[0], fileName),
        run.length > 1 ? Integer.parseInt(run[1]) : 1,
        setup,
        SqlScript.split(text.substring(liveAt)),
        created,
        created.stream().filter(d -> !excluded.contains(d)).toList());
  }

  private static int markAt(String text, String part, String fileName) {
    Matcher mark = Pattern.compile("(?m)^--\\s+" + part + "\\s*$").matcher(text);
    if (!mark.find()) {
      throw new IllegalArgumentException(fileName + " has no line '-- " + part + "'");
    }
    return mark.start();
  }

  private static Optional<String> header(String head, String key) {
    Matcher line = Pattern.compile("(?m)^--\\s*" + key + ":\\s*(.*?)\\s*$").matcher(head);
    return line.find() ? Optional.of(line.group(1)) : Optional.empty();
  }

  private static Mode mode(String word, String fileName) {
    for (Mode mode : Mode.values()) {
      if (mode.name().equalsIgnoreCase(word.replace('-', '_'))) {
        return mode;
      }
    }
    throw new IllegalArgumentException(fileName + ": '-- run: " + word + "' is not known");
  }

  private static List<String> createdDatabases(List<String> setup) {
    Set<String> names = new LinkedHashSet<>();
    for (String statement : setup) {
      Matcher create = CREATE_DATABASE.matcher(statement);
      if (create.matches()) {
        names.add(unquote(create.group(1)));
      }
    }
    return List.copyOf(names);
  }

  private static String unquote(String name) {
    return name.startsWith("`") && name.endsWith("`") && name.length() > 1
        ? name.substring(1, name.length() - 1).replace("``", "`")
        : name;
  }
}
