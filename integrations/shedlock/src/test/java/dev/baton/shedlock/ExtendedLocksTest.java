package dev.baton.shedlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.store.ObjectKey;
import dev.baton.store.ObjectStore;
import dev.baton.store.task.TaskLocks;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonFields;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import net.javacrumbs.shedlock.core.DefaultLockingTaskExecutor;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockExtender;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.support.KeepAliveLockProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The two parts of ShedLock that extend locks. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ExtendedLocksTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);

    @TempDir
    Path folder;

    private ObjectStore store;

    @BeforeEach
    void open() {
        store = ObjectStore.open("sqlite:" + folder.resolve("locks.db"));
    }

    @AfterEach
    void close() {
        store.close();
    }

    private static LockConfiguration forAMinute(String task) {
        return new LockConfiguration(Instant.now(), task, MINUTE, Duration.ZERO);
    }

    private boolean isLocked(String task) {
        return new TaskLocks(store).isLocked(task);
    }

    /** The times of a lock in SQLite are exact to some hundredths of a second. */
    private void awaitFree(String task) {
        await().atMost(MINUTE.dividedBy(4)).until(() -> !isLocked(task));
    }

    /** Returns the time at which the task is free in any case. */
    private long until(String task) {
        String record =
                store.get(new ObjectKey("task_lock", task)).orElseThrow().payload();
        return new JsonFields("task lock", Json.parseObject(record)).number("until_ms");
    }

    @Test // FENCE-1
    void lockExtenderMovesBothTimesAndKeepsTheEpoch() {
        DefaultLockingTaskExecutor executor = new DefaultLockingTaskExecutor(new BatonLockProvider(store));
        executor.executeWithLock((Runnable) () -> {}, forAMinute("plain"));
        awaitFree("plain");

        List<OptionalLong> epochs = new ArrayList<>();
        executor.executeWithLock(
                (Runnable) () -> {
                    epochs.add(LockEpochs.current());
                    long before = until("extended");
                    LockExtender.extendActiveLock(HOUR, HOUR);
                    epochs.add(LockEpochs.current());
                    assertThat(until("extended")).isGreaterThan(before + MINUTE.toMillis());
                },
                forAMinute("extended"));
        assertThat(epochs).containsExactly(OptionalLong.of(1), OptionalLong.of(1));
        assertThat(isLocked("extended")).as("lockAtLeastFor of the extension").isTrue();
    }

    @Test // FENCE-1
    void keepAliveLockProviderExtendsTheLockUntilItIsUnlocked() {
        try (HandScheduler scheduler = new HandScheduler()) {
            KeepAliveLockProvider provider = new KeepAliveLockProvider(new BatonLockProvider(store), scheduler);
            SimpleLock lock = provider.lock(forAMinute("kept")).orElseThrow();
            OptionalLong epoch = LockEpochs.current();
            assertThat(epoch).isPresent();

            long before = until("kept");
            await().untilAsserted(() -> {
                scheduler.task.run();
                assertThat(until("kept")).isGreaterThan(before);
            });
            assertThat(LockEpochs.current()).isEqualTo(epoch);
            assertThat(provider.lock(forAMinute("kept"))).isEmpty();
            assertThat(scheduler.isStopped()).isFalse();

            lock.unlock();
            assertThat(scheduler.isStopped()).isTrue();
            awaitFree("kept");
        }
    }

    /** Keeps the periodic task for the test, which runs it when it wants. */
    private static final class HandScheduler extends ScheduledThreadPoolExecutor implements AutoCloseable {
        private Runnable task = () -> {};
        private Optional<ScheduledFuture<?>> future = Optional.empty();

        HandScheduler() {
            super(1);
        }

        @Override
        public ScheduledFuture<?> scheduleAtFixedRate(Runnable periodic, long delay, long period, TimeUnit unit) {
            assertThat(unit.toSeconds(period)).isEqualTo(MINUTE.toSeconds() / 2);
            task = periodic;
            ScheduledFuture<?> scheduled = schedule(() -> {}, 1, TimeUnit.DAYS);
            future = Optional.of(scheduled);
            return scheduled;
        }

        boolean isStopped() {
            return future.orElseThrow().isCancelled();
        }

        @Override
        public void close() {
            shutdownNow();
        }
    }
}
