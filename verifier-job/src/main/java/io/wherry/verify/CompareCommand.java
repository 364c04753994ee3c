package io.wherry.verify;

import io.wherry.verify.compare.Comparison;
import io.wherry.verify.compare.JsonReport;
import io.wherry.verify.compare.Options;
import io.wherry.verify.compare.Progress;
import io.wherry.verify.compare.Report;
import io.wherry.verify.compare.TextReport;
import io.wherry.verify.config.ConfigurationException;
import io.wherry.verify.config.ConnectorFile;
import io.wherry.verify.config.Migration;
import io.wherry.verify.config.Overrides;
import io.wherry.verify.config.Placeholders;
import io.wherry.verify.table.JsonDepth;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code wherry-verify compare}: the exit code is the answer, the last line on stdout says it in
 * words, progress goes to stderr.
 */
@Command(
    name = "compare",
    description = "Waits until the sink has applied everything, then compares every table.",
    mixinStandardHelpOptions = true,
    versionProvider = VerifyCommand.Version.class,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every row of every table is equal",
      "1:a table or row differs",
      "2:not everything could be compared",
      "3:the files or options cannot work",
      "4:an unexpected failure",
      "130:interrupted"
    })
final class CompareCommand implements Callable<Integer> {
  static final int CONFIGURATION = 3;
  static final int RUNTIME = 4;

  @Option(names = "--source", required = true, description = "The source connector's JSON file.")
  private Path source;

  @Option(names = "--sink", required = true, description = "The sink connector's JSON file.")
  private Path sink;

  @Option(
      names = "--timeout",
      defaultValue = "300",
      description = "Seconds that a lane may stand still (default: ${DEFAULT-VALUE}).")
  private long timeout;

  @Option(
      names = "--threads",
      defaultValue = "2",
      description = "Chunks compared at the same time (default: ${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = "--max-rows-reported",
      defaultValue = "100",
      description = "Differing rows named for each table (default: ${DEFAULT-VALUE}).")
  private long mostRows;

  @Option(names = "--json", description = "Also write the report to this file.")
  private Path json;

  @Option(
      names = "--json-types",
      description =
          "Compare the type of every member of JSON values too, not only the text; costs about"
              + " 1 us a member.")
  private boolean jsonTypes;

  @Option(names = "--source-host", description = "The source server's host, as seen from here.")
  private String sourceHost;

  @Option(names = "--source-port", description = "The source server's port, as seen from here.")
  private Integer sourcePort;

  @Option(names = "--target-host", description = "The target server's host, as seen from here.")
  private String targetHost;

  @Option(names = "--target-port", description = "The target server's port, as seen from here.")
  private Integer targetPort;

  private final Map<String, String> environment;
  private final PrintStream out;
  private final PrintStream err;

  CompareCommand(Map<String, String> environment, PrintStream out, PrintStream err) {
    this.environment = environment;
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() {
    LastWord lastWord = LastWord.atExit(out);
    try {
      int code = compare();
      lastWord.said();
      return code;
    } catch (ConfigurationException e) {
      return end(lastWord, "configuration: " + e.getMessage(), CONFIGURATION);
    } catch (IncompleteException e) {
      return end(lastWord, e.getMessage(), 2);
    } catch (IOException e) {
      return end(lastWord, "the report cannot be written: " + e, RUNTIME);
    } catch (RuntimeException e) {
      e.printStackTrace(err);
      return end(lastWord, "unexpected failure: " + e, RUNTIME);
    }
  }

  private int end(LastWord lastWord, String why, int code) {
    out.println("INCOMPLETE " + why);
    lastWord.said();
    return code;
  }

  private int compare() throws IOException {
    Placeholders placeholders = new Placeholders(environment);
    Migration migration =
        Migration.read(
            ConnectorFile.read(source, placeholders),
            ConnectorFile.read(sink, placeholders),
            new Overrides(
                new Overrides.Endpoint(sourceHost, sourcePort),
                new Overrides.Endpoint(targetHost, targetPort)),
            environment);
    try (Comparison comparison = new Comparison(migration, options(), new Progress(err))) {
      Report report = comparison.run();
      if (json != null) {
        new JsonReport().write(report, json);
      }
      new TextReport(out).print(report);
      return report.verdict().exitCode();
    }
  }

  private Options options() {
    if (timeout < 1 || threads < 1 || mostRows < 0) {
      throw new ConfigurationException(
          "--timeout and --threads must be at least 1, --max-rows-reported at least 0");
    }
    return new Options(
        Duration.ofSeconds(timeout),
        threads,
        mostRows,
        jsonTypes ? JsonDepth.TYPES : JsonDepth.TEXT);
  }
}
