package dev.baton.lab.nemesis.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The wall clock of one process, set by libfaketime. Its monotonic clock stays real.
 *
 * @param library libfaketime
 * @param offset the file with the offset
 */
public record FakeClock(Path library, Path offset) {
    /** How long the process uses an offset before it reads the file again. */
    private static final long CACHE_MILLIS = 1_000;

    /** Returns a clock whose offset is in the folder; empty if libfaketime is not installed. */
    public static Optional<FakeClock> in(Path folder) throws IOException {
        try (Stream<Path> found =
                Files.find(Path.of("/usr/lib"), 3, (path, facts) -> path.endsWith("faketime/libfaketimeMT.so.1"))) {
            Optional<Path> library = found.findFirst();
            if (library.isEmpty()) {
                return Optional.empty();
            }
            FakeClock clock = new FakeClock(library.get(), folder.resolve("clock-offset"));
            clock.set("+0");
            return Optional.of(clock);
        }
    }

    /**
     * Returns the words before the command of the process. Without the last one, libfaketime converts the deadlines of timed
     * waits, which are on the monotonic clock, and every wait of the JVM ends at once.
     */
    public List<String> prefix() {
        return List.of(
                "LD_PRELOAD=" + library,
                "FAKETIME_TIMESTAMP_FILE=" + offset,
                "DONT_FAKE_MONOTONIC=1",
                "FAKETIME_DONT_FAKE_MONOTONIC=1",
                "FAKETIME_DISABLE_SHM=1",
                "FAKETIME_CACHE_DURATION=" + CACHE_MILLIS / 1000,
                "FAKETIME_FORCE_MONOTONIC_FIX=0");
    }

    /** Returns the words before the command of the process, with the program that they are for. */
    public List<String> environment() {
        return Stream.concat(Stream.of("env"), prefix().stream()).toList();
    }

    /** Sets the offset, such as {@code +1h}, and waits until the process has read it. */
    public void step(String text) throws IOException, InterruptedException {
        set(text);
        TimeUnit.MILLISECONDS.sleep(CACHE_MILLIS + 200);
    }

    private void set(String text) throws IOException {
        Path next = Files.writeString(offset.resolveSibling("clock-next"), text);
        Files.move(next, offset, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
