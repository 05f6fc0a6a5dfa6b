package dev.baton.cli;

import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** Options and parameters in this program's few shapes: flag, text, duration, number, name. */
final class OptionReader {

    private OptionReader() {}

    /** A subcommand's empty specification, with its {@code --help}. */
    static CommandSpec command(String name, String... description) {
        CommandSpec spec = CommandSpec.create().name("baton " + name);
        spec.usageMessage().description(description).footer(ExitCode.HELP);
        spec.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Show this help and exit.")
                .build());
        return spec;
    }

    /** Adds an option that is there or not. */
    static void flag(CommandSpec spec, String name, String description) {
        spec.addOption(OptionSpec.builder(name).description(description).build());
    }

    /** Adds an option with a value. */
    static void text(CommandSpec spec, String name, String label, String description) {
        spec.addOption(OptionSpec.builder(name)
                .type(String.class)
                .paramLabel(label)
                .description(description)
                .build());
    }

    /** Adds the election's name, first and only. */
    static void election(CommandSpec spec, boolean required) {
        spec.addPositional(PositionalParamSpec.builder()
                .index("0")
                .arity(required ? "1" : "0..1")
                .required(required)
                .paramLabel("ELECTION")
                .type(String.class)
                .description("The name of the election.")
                .build());
    }

    static boolean has(ParseResult given, String name) {
        return given.hasMatchedOption(name);
    }

    static Optional<String> text(ParseResult given, String name) {
        return Optional.ofNullable(given.matchedOptionValue(name, null));
    }

    static Optional<Duration> duration(ParseResult given, String name) {
        return text(given, name).map(text -> DurationText.parse(name, text));
    }

    static Optional<Integer> integer(ParseResult given, String name) {
        return text(given, name).map(text -> {
            try {
                return Integer.valueOf(text);
            } catch (NumberFormatException notANumber) {
                throw new UsageException(name + " " + text + " is not a whole number between " + Integer.MIN_VALUE
                        + " and " + Integer.MAX_VALUE);
            }
        });
    }

    /** The first parameter, when it was given. */
    static Optional<String> parameter(ParseResult given) {
        return Optional.ofNullable(given.matchedPositionalValue(0, null));
    }
}
