package dev.baton.cli;

import dev.baton.console.Console;
import dev.baton.console.ConsoleSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The demo's console, or none. */
final class DemoConsole implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final int USUAL_PORT = 7070;

    private final @Nullable Console console;

    private DemoConsole(@Nullable Console console) {
        this.console = console;
    }

    static DemoConsole none() {
        return new DemoConsole(null);
    }

    /** Watches the store in this directory, on the usual port, or on any that is free when it is taken. */
    static DemoConsole open(Path directory) {
        try {
            return new DemoConsole(Console.start(settings(directory, USUAL_PORT)));
        } catch (IllegalArgumentException taken) {
            return new DemoConsole(Console.start(settings(directory, 0)));
        }
    }

    private static ConsoleSettings settings(Path directory, int port) {
        return new ConsoleSettings(
                List.of("file:" + directory),
                List.of(),
                HOST,
                port,
                Optional.empty(),
                directory.resolve("console.db"),
                ConsoleSettings.KEPT,
                Optional.empty(),
                "pkill -9 -f '" + directory.getFileName() + " --id {leader} '");
    }

    /** What to look at; empty without a page. */
    String invitation() {
        Console open = console;
        return open == null ? "" : "Open " + open.url() + " and watch the baton pass.";
    }

    @Override
    public void close() {
        Console open = console;
        if (open != null) {
            open.close();
        }
    }
}
