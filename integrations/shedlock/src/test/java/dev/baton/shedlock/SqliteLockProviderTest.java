package dev.baton.shedlock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.store.ObjectStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import net.javacrumbs.shedlock.core.DefaultLockingTaskExecutor;
import net.javacrumbs.shedlock.core.LockConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** ShedLock's test kit on SQLite, and what Baton adds to a lock. */
class SqliteLockProviderTest extends LockProviderContract {
    @TempDir
    static Path folder;

    @Override
    protected ObjectStore open() {
        return ObjectStore.open("sqlite:" + folder.resolve("locks.db"));
    }

    @Test // FENCE-1
    void epochGrowsWithEveryLockAndIsReadableInsideTheTask() {
        // The test kit leaves locks behind on this thread.
        OptionalLong before = LockEpochs.current();
        DefaultLockingTaskExecutor executor = new DefaultLockingTaskExecutor(getLockProvider());
        AtomicLong first = new AtomicLong();
        AtomicLong second = new AtomicLong();
        executor.executeWithLock((Runnable) () -> first.set(LockEpochs.current().orElseThrow()), configuration());
        executor.executeWithLock(
                (Runnable) () -> second.set(LockEpochs.current().orElseThrow()), configuration());
        assertThat(second.get()).isGreaterThan(first.get()).isPositive();
        assertThat(LockEpochs.current()).isEqualTo(before);
    }

    private static LockConfiguration configuration() {
        return new LockConfiguration(Instant.now(), "epoch", Duration.ofMinutes(1), Duration.ZERO);
    }
}
