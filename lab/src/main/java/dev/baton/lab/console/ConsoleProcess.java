package dev.baton.lab.console;

import dev.baton.console.Console;
import dev.baton.console.ConsoleSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A program that runs a console until its input ends: {@code STORE HISTORY}. */
final class ConsoleProcess {

    private ConsoleProcess() {}

    public static void main(String[] args) throws IOException {
        ConsoleSettings settings = new ConsoleSettings(
                List.of(args[0]),
                List.of(),
                "127.0.0.1",
                0,
                Optional.empty(),
                Path.of(args[1]),
                ConsoleSettings.DEFAULT_RETENTION,
                Optional.empty(),
                "");
        try (Console console = Console.start(settings)) {
            System.out.println("listening " + console.url());
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }
}
