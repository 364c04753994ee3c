package io.wherry.verify;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The {@code wherry-verify} program. */
@Command(
    name = "wherry-verify",
    description = "Proves that a target holds every row of its source.",
    mixinStandardHelpOptions = true,
    versionProvider = VerifyCommand.Version.class)
public final class VerifyCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** Runs the program and ends the process with its exit code. */
  public static void main(String[] arguments) {
    System.exit(run(System.getenv(), System.out, System.err, arguments));
  }

  /** Runs the program in this process and returns its exit code. */
  public static int run(
      Map<String, String> environment, PrintStream out, PrintStream err, String... arguments) {
    CommandLine program =
        new CommandLine(new VerifyCommand())
            .addSubcommand(new CompareCommand(environment, out, err));
    program.setOut(new PrintWriter(out, true));
    program.setErr(new PrintWriter(err, true));
    program.setOverwrittenOptionsAllowed(true);
    program.setParameterExceptionHandler(VerifyCommand::refuse);
    return program.execute(arguments);
  }

  /** A wrong option is a wrong configuration; picocli's own code would read as "incomplete". */
  private static int refuse(ParameterException problem, String[] arguments) {
    problem.getCommandLine().getErr().println(problem.getMessage());
    problem.getCommandLine().usage(problem.getCommandLine().getErr());
    problem.getCommandLine().getOut().println("INCOMPLETE configuration: " + problem.getMessage());
    return CompareCommand.CONFIGURATION;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "name a command: compare");
  }

  /** That of the jar this class came from. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = VerifyCommand.class.getPackage().getImplementationVersion();
      return new String[] {"wherry-verify " + (version == null ? "(not packaged)" : version)};
    }
  }
}
