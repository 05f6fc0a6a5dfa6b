package dev.baton.cli;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The options, parameters and help of one command. */
final class CommandSyntax {
    private final CommandSpec spec;

    /** @param name the full name, for example {@code baton run} */
    CommandSyntax(String name, String... description) {
        spec = CommandSpec.create().name(name);
        spec.usageMessage().description(description).footer(ExitCode.HELP);
        spec.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Show this help and exit.")
                .build());
    }

    CommandSpec spec() {
        return spec;
    }

    /** Sets the first line of the help, where the usual one is not precise enough. */
    CommandSyntax synopsis(String text) {
        spec.usageMessage().customSynopsis(text);
        return this;
    }

    /** Adds an option without a value. */
    CommandSyntax flag(String name, String description) {
        spec.addOption(OptionSpec.builder(name).description(description).build());
        return this;
    }

    /** Adds an option with a value. */
    CommandSyntax option(String name, String label, String description) {
        spec.addOption(OptionSpec.builder(name)
                .type(String.class)
                .paramLabel(label)
                .description(description)
                .build());
        return this;
    }

    /** Adds an option with a value that can be given several times. */
    CommandSyntax repeatable(String name, String label, String description) {
        spec.addOption(OptionSpec.builder(name)
                .type(List.class)
                .auxiliaryTypes(String.class)
                .paramLabel(label)
                .description(description)
                .build());
        return this;
    }

    /** Adds the next parameter, which must be given. */
    CommandSyntax required(String label, String description) {
        return parameter("1", label, description);
    }

    /** Adds the next parameter, which can be omitted. */
    CommandSyntax optional(String label, String description) {
        return parameter("0..1", label, description);
    }

    private CommandSyntax parameter(String arity, String label, String description) {
        spec.addPositional(PositionalParamSpec.builder()
                .index(Integer.toString(spec.positionalParameters().size()))
                .arity(arity)
                .required(arity.equals("1"))
                .paramLabel(label)
                .type(String.class)
                .description(description)
                .build());
        return this;
    }
}
