package dev.baton.cli;

import dev.baton.console.Console;
import dev.baton.console.ConsoleSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The console of the demo, or none. */
record DemoConsole(Optional<Console> console) implements AutoCloseable {
    private static final int DEFAULT_PORT = 7070;

    static DemoConsole none() {
        return new DemoConsole(Optional.empty());
    }

    /** Opens a console for the store in this directory, on the default port or, if that is in use, on a free one. */
    static DemoConsole open(Path directory) {
        try {
            return new DemoConsole(Optional.of(Console.start(settings(directory, DEFAULT_PORT))));
        } catch (IllegalArgumentException portInUse) {
            return new DemoConsole(Optional.of(Console.start(settings(directory, 0))));
        }
    }

    private static ConsoleSettings settings(Path directory, int port) {
        return new ConsoleSettings(
                List.of("file:" + directory),
                List.of(),
                "127.0.0.1",
                port,
                Optional.empty(),
                directory.resolve("console.db"),
                ConsoleSettings.DEFAULT_RETENTION,
                Optional.empty(),
                "pkill -9 -f '" + directory.getFileName() + " --id {leader} '");
    }

    /** Returns a line with the URL of the console; empty without a console. */
    String invitation() {
        return console.map(page -> "Open " + page.url() + " to watch the elections.")
                .orElse("");
    }

    @Override
    public void close() {
        console.ifPresent(Console::close);
    }
}
