package dev.baton.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;

/** The machine's uptime, the one clock that a shell script and this process read alike. */
final class MachineUptime {
    private static final Path FILE = Path.of("/proc/uptime");

    private MachineUptime() {}

    /** Milliseconds since boot, suspended time included; at most 10 ms early, never late. */
    static long millis() {
        try {
            String text = new String(Files.readAllBytes(FILE), StandardCharsets.US_ASCII);
            int point = text.indexOf('.');
            long seconds = Long.parseLong(text.substring(0, point));
            return seconds * 1000 + Long.parseLong(text.substring(point + 1, point + 3)) * 10;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(
                    "cannot read " + FILE + ", which the dead-man beside a command needs", unreadable);
        }
    }

    /**
     * The uptime at which a remaining time runs out. The clock is read first: if this process stands still
     * between the two readings, the deadline comes out too early, never too late.
     */
    static long deadline(Supplier<Duration> remaining) {
        long now = millis();
        return now + remaining.get().toMillis();
    }
}
