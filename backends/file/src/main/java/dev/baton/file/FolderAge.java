package dev.baton.file;

import dev.baton.file.posix.FileIdentity;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * How long this process has known a folder. A candidate does not claim an election without any record in a folder that
 * has just appeared: perhaps it was deleted under a leader, who restores it within this time. Thread-safe.
 */
final class FolderAge {
    /** Ten times what a leader needs, and too short to be noticed at the first start. */
    static final Duration SETTLED = Duration.ofMillis(50);

    private final Path folder;
    private final Duration needed;
    private final Consumer<Duration> pause;
    private Optional<FileIdentity> known = Optional.empty();
    private long since;

    /** @param pause waits for the given time */
    FolderAge(Path folder, Duration needed, Consumer<Duration> pause) {
        this.folder = folder;
        this.needed = needed;
        this.pause = pause;
    }

    static FolderAge of(Path folder) {
        return new FolderAge(folder, SETTLED, time -> LockSupport.parkNanos(time.toNanos()));
    }

    /** Returns an age at which every folder may be used. */
    static FolderAge unlimited(Path folder) {
        return new FolderAge(folder, Duration.ZERO, time -> {});
    }

    /** Returns whether the folder has been the same one for long enough. */
    boolean isSettled() throws IOException {
        return needed.isZero() || left().isNegative();
    }

    private synchronized Duration left() throws IOException {
        Optional<FileIdentity> now = FileIdentity.of(folder);
        if (now.isEmpty() || !now.equals(known)) {
            known = now;
            since = System.nanoTime();
        }
        return needed.minusNanos(System.nanoTime() - since);
    }

    /** Waits until the folder is old enough, if it stays the same. */
    void await() throws IOException {
        pause.accept(left().plusMillis(1));
    }
}
