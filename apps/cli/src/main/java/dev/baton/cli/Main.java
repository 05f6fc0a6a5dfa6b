package dev.baton.cli;

import dev.baton.BatonException;
import dev.baton.file.posix.OutputPipe;
import dev.baton.support.text.Suggestion;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code baton} command: selects the subcommand and turns errors into exit codes. */
public final class Main {
    static {
        CommandLogProvider.select();
    }

    /** The exit codes after a signal that stops the command before it has anything to stop. The others end by the signal. */
    private static final Map<String, Integer> WHEN_STOPPED = Map.of(
            "run", ExitCode.DONE,
            "shards", ExitCode.DONE,
            "sidecar", ExitCode.DONE,
            "watch", ExitCode.DONE,
            "node", ExitCode.DONE,
            "agent", ExitCode.DONE,
            "console", ExitCode.DONE,
            "demo", ExitCode.DONE,
            "acquire", ExitCode.NO);

    /** The commands that take a command after {@code --}. */
    static final Set<String> WITH_COMMAND = Set.of("once", "run", "shards", "jobs");

    private final CommandContext context;

    Main(CommandContext context) {
        this.context = context;
    }

    public static void main(String[] args) {
        CommandContext context = CommandContext.ofThisProcess();
        Integer whenStopped = args.length == 0
                ? null
                : WHEN_STOPPED.get(CommandWords.nameFirst(List.of(args)).get(0));
        if (whenStopped != null) {
            StopSignals.exitWith(whenStopped);
        }
        int code = ExitCode.DEFECT;
        try {
            code = new Main(context).run(args);
            CommandContext.flushErrors();
        } finally {
            // Also after an error for whose report there was no memory.
            System.exit(code);
        }
    }

    /** Runs one command line and returns the exit code. */
    int run(String... args) {
        int code = runLine(args);
        if (!context.out().checkError() || isReaderGone()) {
            return code;
        }
        context.error("cannot write to stdout, for example because a disk is full; the output is not complete");
        return code == ExitCode.DONE ? ExitCode.OUTPUT_LOST : code;
    }

    /** A reader that has read enough, as head has, is no error. */
    private static boolean isReaderGone() {
        try {
            return OutputPipe.awaitClosed(Duration.ZERO);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private int runLine(String... args) {
        List<String> words = Arrays.asList(args);
        int dashes = words.indexOf("--");
        List<String> before = CommandWords.nameFirst(dashes < 0 ? words : words.subList(0, dashes));
        List<String> command = dashes < 0 ? List.of() : List.copyOf(words.subList(dashes + 1, words.size()));
        try {
            for (int i = 0; i < args.length; i++) {
                if (args[i].indexOf('\uFFFD') >= 0) {
                    throw new UsageException(
                            "argument " + (i + 1) + " is not UTF-8; baton cannot pass it on unchanged");
                }
            }
            if (dashes >= 0 && command.isEmpty()) {
                throw new UsageException("a command must follow --");
            }
            Subcommand chosen = before.isEmpty() ? null : Subcommands.named(before.get(0));
            return chosen == null
                    ? runWithoutSubcommand(before)
                    : run(before.get(0), chosen, before.subList(1, before.size()), command);
        } catch (IllegalArgumentException wrong) {
            context.error(String.valueOf(wrong.getMessage()));
            return ExitCode.USAGE;
        } catch (ParameterException wrong) {
            return explain(wrong);
        }
    }

    private int run(String name, Subcommand chosen, List<String> arguments, List<String> command) {
        CommandLine parser = new CommandLine(CommandSyntax.parse("baton " + name, chosen.help()));
        ParseResult given = parser.parseArgs(arguments.toArray(new String[0]));
        if (given.isUsageHelpRequested()) {
            parser.usage(context.out(), ansi());
            return ExitCode.DONE;
        }
        if (!command.isEmpty() && !WITH_COMMAND.contains(name)) {
            throw new UsageException("baton " + name + " takes no command after --");
        }
        Invocation call = new Invocation(given, command, context);
        CommandLog.configure(call);
        try {
            return chosen.action().run(call);
        } catch (IllegalArgumentException | ParameterException wrong) {
            throw wrong;
        } catch (Exception failed) {
            return failed(failed);
        } catch (Error broken) {
            // What the action has opened is closed, and its command has ended.
            context.error("internal error: " + broken + "; baton has stopped. See 70 in baton's exit codes");
            return ExitCode.DEFECT;
        }
    }

    private int failed(Exception failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof BatonException || cause instanceof IOException || cause instanceof UncheckedIOException) {
            context.error(cause.getMessage() == null ? cause.toString() : cause.getMessage());
            return ExitCode.STORE;
        }
        LoggerFactory.getLogger("dev.baton").error("unexpected error: a defect in baton, please report it", cause);
        return ExitCode.DEFECT;
    }

    private int runWithoutSubcommand(List<String> arguments) {
        ParseResult given = parseByRoot(arguments.toArray(new String[0]));
        if (given.isVersionHelpRequested()) {
            context.out().println("baton " + version());
            return ExitCode.DONE;
        }
        CommandLine whole = new CommandLine(Subcommands.root());
        if (given.isUsageHelpRequested()) {
            whole.usage(context.out(), ansi());
            return ExitCode.DONE;
        }
        whole.usage(context.err(), Ansi.OFF);
        return ExitCode.USAGE;
    }

    /** Builds the subcommands only if they are needed to suggest the right one. */
    private static ParseResult parseByRoot(String[] words) {
        try {
            return new CommandLine(Subcommands.bareRoot()).parseArgs(words);
        } catch (ParameterException wrong) {
            return new CommandLine(Subcommands.root()).parseArgs(words);
        }
    }

    private int explain(ParameterException wrong) {
        String suggestion = suggestCommand(wrong);
        context.error(wrong.getMessage() + suggestion);
        if (!suggestion.isEmpty()) {
            return ExitCode.USAGE;
        }
        PrintWriter err = new PrintWriter(context.err(), true, StandardCharsets.UTF_8);
        if (isCommandWithoutDashes(wrong)) {
            err.println("A command must follow --, for example: baton run nightly -- ./job.sh");
        } else if (!UnmatchedArgumentException.printSuggestions(wrong, err)) {
            err.println("Try '" + wrong.getCommandLine().getCommandSpec().name() + " --help'.");
        }
        return ExitCode.USAGE;
    }

    private static String suggestCommand(ParameterException wrong) {
        boolean misspelt = wrong instanceof UnmatchedArgumentException
                && wrong.getCommandLine().getCommandSpec().name().equals("baton");
        return misspelt
                ? Suggestion.text(
                                ((UnmatchedArgumentException) wrong)
                                        .getUnmatched()
                                        .get(0),
                                Subcommands.names())
                        .replace("mean ", "mean baton ")
                : "";
    }

    private static boolean isCommandWithoutDashes(ParameterException wrong) {
        return wrong instanceof UnmatchedArgumentException unmatched
                && wrong.getCommandLine().getCommandSpec().name().equals("baton run")
                && !unmatched.getUnmatched().isEmpty()
                && !unmatched.getUnmatched().get(0).startsWith("-");
    }

    private Ansi ansi() {
        return context.colours() ? Ansi.ON : Ansi.OFF;
    }

    static String version() {
        try (InputStream file = Main.class.getResourceAsStream("version")) {
            return file == null ? "unknown" : new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
