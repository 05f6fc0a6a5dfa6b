package dev.baton.support.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;

/** The time since boot, suspended time included: the clock that a shell script and a JVM read alike. */
public final class MachineUptime {
    private static final Path FILE = Path.of("/proc/uptime");

    private MachineUptime() {}

    /** Returns the milliseconds since boot; at most 10 ms early, never late. */
    public static long millis() {
        try {
            String text = new String(Files.readAllBytes(FILE), StandardCharsets.US_ASCII);
            int point = text.indexOf('.');
            long seconds = Long.parseLong(text.substring(0, point));
            return seconds * 1000 + Long.parseLong(text.substring(point + 1, point + 3)) * 10;
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read the time since boot from " + FILE, unreadable);
        }
    }

    /**
     * Returns the uptime at which a remaining time runs out. The clock is read first: if this process freezes between
     * the two readings, the deadline is too early, never too late.
     */
    public static long deadline(Supplier<Duration> remaining) {
        long now = millis();
        return now + remaining.get().toMillis();
    }
}
