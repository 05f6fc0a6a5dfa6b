package dev.baton.cli;

import picocli.AutoComplete;
import picocli.CommandLine;

/** {@code baton completion}: a completion script for bash and zsh. */
final class CompletionCommand implements Subcommand {

    @Override
    public CommandSyntax syntax() {
        return new CommandSyntax(
                "baton completion",
                "Prints a completion script for bash and zsh.",
                "Use it with: source <(baton completion)");
    }

    @Override
    public int run(Invocation call) {
        call.out().print(AutoComplete.bash("baton", new CommandLine(Subcommands.root())));
        return ExitCode.DONE;
    }
}
