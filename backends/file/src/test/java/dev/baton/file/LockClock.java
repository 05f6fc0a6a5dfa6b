package dev.baton.file;

import dev.baton.BatonClock;
import dev.baton.file.posix.NativeFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that knows for each of its readings whether the lock file was locked at that moment. */
final class LockClock implements BatonClock {
    private final Path lock;
    private final AtomicLong nanos = new AtomicLong();
    private final Map<Long, Boolean> locked = new ConcurrentHashMap<>();

    LockClock(Path lock) {
        this.lock = lock;
    }

    @Override
    public long nanos() {
        long reading = nanos.incrementAndGet();
        locked.put(reading, isLocked());
        return reading;
    }

    @Override
    public long wallMillis() {
        return System.currentTimeMillis();
    }

    boolean wasLockedAt(long reading) {
        return Optional.ofNullable(locked.get(reading)).orElseThrow();
    }

    private boolean isLocked() {
        try {
            Optional<NativeFile> found = NativeFile.open(lock);
            if (found.isEmpty()) {
                return false;
            }
            try (NativeFile file = found.get()) {
                return !file.tryLockShared();
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
