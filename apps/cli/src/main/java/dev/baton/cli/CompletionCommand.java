package dev.baton.cli;

import picocli.AutoComplete;
import picocli.CommandLine;

/** {@code baton completion}: a completion script for a shell. */
final class CompletionCommand {
    static final String HELP = """
            Prints a completion script for bash, zsh or fish.
            bash and zsh: source <(baton completion)
            fish: baton completion fish | source
            [bash|zsh|fish]  The shell (default: bash).
            """;

    private CompletionCommand() {}

    static int run(Invocation call) {
        String shell = call.parameter(0).orElse("bash");
        call.out()
                .print(
                        switch (shell) {
                            // One script for both: in zsh it loads the functions of bash first.
                            case "bash", "zsh" -> AutoComplete.bash("baton", new CommandLine(Subcommands.root()));
                            case "fish" -> FishCompletion.script(Subcommands.root());
                            default ->
                                throw new UsageException(
                                        "no completion script for " + shell + "; use bash, zsh or fish");
                        });
        return ExitCode.DONE;
    }
}
