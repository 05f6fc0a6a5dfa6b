package dev.baton.cli;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** One subcommand: its options, and what it does. */
interface Subcommand {

    /** Its options, parameters and help. */
    CommandSpec spec();

    /** Does it and returns the exit code. */
    int run(Invocation call) throws Exception;

    /**
     * One call of a subcommand.
     *
     * @param given the options and parameters before {@code --}
     * @param command what came after {@code --}; empty when there was none
     */
    record Invocation(ParseResult given, List<String> command, CommandContext around) {}
}
