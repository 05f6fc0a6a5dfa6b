package dev.baton.support.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The user whose rights this process has, also if the user database has no entry for it, as in many containers. */
public final class EffectiveUser {
    private static final int EFFECTIVE = 2;

    private EffectiveUser() {}

    /** Returns the numeric id; empty where {@code /proc} does not show it. */
    public static Optional<Long> id() {
        return of(Path.of("/proc"));
    }

    /** The line reads {@code Uid: REAL EFFECTIVE SAVED FILESYSTEM}. */
    static Optional<Long> of(Path proc) {
        try {
            return Files.readAllLines(proc.resolve("self/status"), StandardCharsets.ISO_8859_1).stream()
                    .filter(line -> line.startsWith("Uid:"))
                    .findFirst()
                    .map(line -> Long.parseLong(line.split("\\s+", -1)[EFFECTIVE]));
        } catch (IOException | RuntimeException unreadable) {
            return Optional.empty();
        }
    }
}
