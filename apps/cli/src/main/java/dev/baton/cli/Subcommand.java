package dev.baton.cli;

/** One subcommand: its options, and its action. */
interface Subcommand {

    /** Returns the options, parameters and help. */
    CommandSyntax syntax();

    /** Runs the subcommand and returns the exit code. */
    int run(Invocation call) throws Exception;
}
