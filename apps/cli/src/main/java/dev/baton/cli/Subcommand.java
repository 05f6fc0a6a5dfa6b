package dev.baton.cli;

/**
 * One subcommand.
 *
 * @param help the help text, from which {@link CommandSyntax} reads the options
 * @param action runs the subcommand
 */
record Subcommand(String help, Action action) {

    interface Action {

        /** Returns the exit code. */
        int run(Invocation call) throws Exception;
    }
}
