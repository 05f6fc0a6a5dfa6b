package dev.baton.cli;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** {@code baton completion}: a script that teaches bash and zsh this command. */
final class CompletionCommand implements Subcommand {

    @Override
    public CommandSpec spec() {
        return OptionReader.command(
                "completion",
                "Prints a completion script for bash and zsh.",
                "Use it with: source <(baton completion)");
    }

    @Override
    public int run(Invocation call) {
        CommandLine whole = new CommandLine(Subcommands.addAllTo(Main.bareRoot()));
        call.around().out().print(AutoComplete.bash("baton", whole));
        return ExitCode.DONE;
    }
}
