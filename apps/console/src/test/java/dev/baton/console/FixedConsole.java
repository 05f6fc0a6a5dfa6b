package dev.baton.console;

import dev.baton.console.http.LeaderFaults;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A console with a stopped clock, on a store whose elections do not change: its page is always the same. */
public final class FixedConsole implements AutoCloseable {
    private final Path directory;
    private final Console console;

    private FixedConsole(Path directory, List<String> nodes, Optional<LeaderFaults> faults) {
        this.directory = directory;
        ConsoleSettings settings = new ConsoleSettings(
                List.of("fixed:"),
                nodes,
                "127.0.0.1",
                0,
                Optional.empty(),
                directory.resolve("history.db"),
                ConsoleSettings.DEFAULT_RETENTION,
                Optional.empty(),
                Optional.empty(),
                faults);
        this.console = new Console(settings, new FixedClock(), Duration.ofMillis(50));
    }

    public static FixedConsole start(List<String> nodes, Optional<LeaderFaults> faults) {
        try {
            return new FixedConsole(Files.createTempDirectory("baton-console-test-"), nodes, faults);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public String url() {
        return console.url();
    }

    /** Returns the time of the console in milliseconds. */
    public static long now() {
        return FixedClock.NOW.toEpochMilli();
    }

    @Override
    public void close() {
        console.close();
        directory.resolve("history.db").toFile().delete();
        directory.toFile().delete();
    }
}
