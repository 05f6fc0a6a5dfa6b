package dev.baton.cli;

import dev.baton.BatonException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code baton} command: chooses the subcommand and turns what went wrong into an exit code. */
public final class Main {
    private final CommandContext around;

    Main(CommandContext around) {
        this.around = around;
    }

    public static void main(String[] args) {
        int code = new Main(CommandContext.ofThisProcess()).run(args);
        CommandContext.speakOut();
        System.exit(code);
    }

    /** Runs one command line and returns the exit code. */
    int run(String... args) {
        List<String> words = Arrays.asList(args);
        int dashes = words.indexOf("--");
        List<String> before = dashes < 0 ? words : words.subList(0, dashes);
        List<String> command = dashes < 0 ? List.of() : new ArrayList<>(words.subList(dashes + 1, words.size()));
        try {
            for (String word : words) {
                if (word.indexOf('\uFFFD') >= 0) {
                    throw new UsageException("not UTF-8: " + word + "; baton would pass on something else");
                }
            }
            if (dashes >= 0 && command.isEmpty()) {
                throw new UsageException("a command has to follow --");
            }
            Subcommand chosen = before.isEmpty() ? null : Subcommands.named(before.get(0));
            if (chosen == null) {
                return withoutSubcommand(before);
            }
            return run(before.get(0), chosen, before.subList(1, before.size()), command);
        } catch (UsageException | IllegalArgumentException wrong) {
            around.complain(String.valueOf(wrong.getMessage()));
            return ExitCode.USAGE;
        } catch (ParameterException wrong) {
            return explain(wrong);
        }
    }

    private int run(String name, Subcommand chosen, List<String> arguments, List<String> command) {
        CommandLine parser = new CommandLine(chosen.spec());
        ParseResult given = parser.parseArgs(arguments.toArray(new String[0]));
        if (given.isUsageHelpRequested()) {
            parser.usage(around.out(), ansi());
            return ExitCode.DONE;
        }
        if (!command.isEmpty() && !name.equals("run") && !name.equals("shards") && !name.equals("jobs")) {
            throw new UsageException("baton " + name + " takes no command after --");
        }
        try {
            return chosen.run(new Subcommand.Invocation(given, command, around));
        } catch (UsageException | IllegalArgumentException | ParameterException wrong) {
            throw wrong;
        } catch (Exception failed) {
            return failed(failed);
        }
    }

    private int failed(Exception failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof BatonException || cause instanceof IOException || cause instanceof UncheckedIOException) {
            around.complain(cause.getMessage() == null ? cause.toString() : cause.getMessage());
            return ExitCode.STORE;
        }
        LoggerFactory.getLogger("dev.baton").error("this is a defect in baton, please report it", cause);
        return ExitCode.DEFECT;
    }

    private int withoutSubcommand(List<String> arguments) {
        String[] words = arguments.toArray(new String[0]);
        ParseResult given = parsedByRoot(words);
        if (given.isVersionHelpRequested()) {
            around.out().println("baton " + version());
            return ExitCode.DONE;
        }
        CommandLine whole = new CommandLine(Subcommands.addAllTo(bareRoot()));
        if (given.isUsageHelpRequested()) {
            whole.usage(around.out(), ansi());
            return ExitCode.DONE;
        }
        whole.usage(around.err(), Ansi.OFF);
        return ExitCode.USAGE;
    }

    /** The subcommands are built only when they have to be listed, or the right one suggested. */
    private static ParseResult parsedByRoot(String[] words) {
        try {
            return new CommandLine(bareRoot()).parseArgs(words);
        } catch (ParameterException wrong) {
            return new CommandLine(Subcommands.addAllTo(bareRoot())).parseArgs(words);
        }
    }

    static CommandSpec bareRoot() {
        CommandSpec spec = CommandSpec.create().name("baton");
        spec.usageMessage()
                .description("Leader election: many run, exactly one acts, and a former leader can do no harm.")
                .footer(ExitCode.HELP);
        spec.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Show this help and exit.")
                .build());
        spec.addOption(OptionSpec.builder("--version")
                .versionHelp(true)
                .description("Show the version and exit.")
                .build());
        return spec;
    }

    private int explain(ParameterException wrong) {
        around.complain(String.valueOf(wrong.getMessage()));
        PrintWriter err = new PrintWriter(around.err(), true, StandardCharsets.UTF_8);
        if (isCommandWithoutDashes(wrong)) {
            err.println("A command has to follow --, as in: baton run nightly -- ./job.sh");
        } else if (!UnmatchedArgumentException.printSuggestions(wrong, err)) {
            err.println("Try '" + wrong.getCommandLine().getCommandSpec().name() + " --help'.");
        }
        return ExitCode.USAGE;
    }

    private static boolean isCommandWithoutDashes(ParameterException wrong) {
        return wrong instanceof UnmatchedArgumentException unmatched
                && wrong.getCommandLine().getCommandSpec().name().equals("baton run")
                && !unmatched.getUnmatched().isEmpty()
                && !unmatched.getUnmatched().get(0).startsWith("-");
    }

    private Ansi ansi() {
        return around.colours() ? Ansi.ON : Ansi.OFF;
    }

    static String version() {
        try (InputStream file = Main.class.getResourceAsStream("version")) {
            return file == null ? "unknown" : new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
