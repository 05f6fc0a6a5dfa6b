package dev.baton.cli;

import dev.baton.support.text.Suggestion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** {@code baton man}: the manual pages of the commands. */
final class ManCommand {
    static final String HELP = """
            Prints the manual page of baton or of one command.
            Use it with: baton man run | man -l -
            --dir DIR  Write the pages of all commands into DIR, for example ~/.local/share/man/man1.
            [COMMAND]  The name of the command.
            """;

    private ManCommand() {}

    static int run(Invocation call) throws IOException {
        CommandSpec root = Subcommands.root();
        Optional<String> directory = call.text("--dir");
        if (directory.isPresent()) {
            writeAll(root, Path.of(directory.get()));
        } else {
            CommandSpec shown = call.parameter(0).map(name -> named(root, name)).orElse(root);
            call.out().print(ManPage.of(shown, Main.version()));
        }
        return ExitCode.DONE;
    }

    private static CommandSpec named(CommandSpec root, String name) {
        CommandLine command = root.subcommands().get(name);
        if (command == null) {
            throw new UsageException("no command " + name + Suggestion.text(name, Subcommands.names()));
        }
        return command.getCommandSpec();
    }

    private static void writeAll(CommandSpec root, Path directory) throws IOException {
        Files.createDirectories(directory);
        write(root, directory);
        for (CommandLine command : root.subcommands().values()) {
            write(command.getCommandSpec(), directory);
        }
    }

    private static void write(CommandSpec command, Path directory) throws IOException {
        Files.writeString(directory.resolve(ManPage.name(command) + ".1"), ManPage.of(command, Main.version()));
    }
}
