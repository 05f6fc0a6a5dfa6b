package dev.baton.store.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.store.ObjectStore;
import dev.baton.store.StoreException;
import dev.baton.store.StoredObject;
import dev.baton.store.WriteCondition;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Task locks in an SQLite file. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TaskLocksTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final TaskLockTimes UNTIL_UNLOCKED = new TaskLockTimes(Duration.ZERO, HOUR);
    private static final TaskLockTimes FOR_AN_HOUR = new TaskLockTimes(HOUR, HOUR.multipliedBy(2));

    @TempDir
    Path folder;

    private ObjectStore store;
    private TaskLocks locks;

    @BeforeEach
    void open() {
        store = ObjectStore.open(url());
        locks = new TaskLocks(store);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private String url() {
        return "sqlite:" + folder.resolve("locks.db");
    }

    @Test // FENCE-1
    void epochGrowsWithEveryLock() {
        TaskLock first = locks.tryLock("nightly", UNTIL_UNLOCKED).orElseThrow();
        assertThat(locks.tryLock("nightly", UNTIL_UNLOCKED)).isEmpty();
        assertThat(first.unlock()).isTrue();
        TaskLock second = locks.tryLock("nightly", UNTIL_UNLOCKED).orElseThrow();
        assertThat(second.epoch()).isGreaterThan(first.epoch());
    }

    @Test // FENCE-1
    void epochRefusesToOverflow() {
        TaskLock first = locks.tryLock("nightly", UNTIL_UNLOCKED).orElseThrow();
        first.unlock();
        StoredObject record = store.get(TaskLocks.key("nightly")).orElseThrow();
        String highest = record.payload().replace("\"epoch\":1,", "\"epoch\":" + Long.MAX_VALUE + ",");
        assertThat(highest).isNotEqualTo(record.payload());
        store.putIf(record.key(), highest, WriteCondition.matchResourceVersion(record.resourceVersion()));
        assertThatThrownBy(() -> locks.tryLock("nightly", UNTIL_UNLOCKED))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("no epoch can follow " + Long.MAX_VALUE);
        assertThat(store.get(record.key()).orElseThrow().payload()).isEqualTo(highest);
    }

    @Test
    void unlockedTaskStaysLockedForItsMinimumTime() {
        assertThat(locks.tryLock("nightly", FOR_AN_HOUR).orElseThrow().unlock()).isTrue();
        assertThat(locks.isLocked("nightly")).isTrue();
        assertThat(locks.tryLock("nightly", FOR_AN_HOUR)).isEmpty();
    }

    @Test
    void endedLockChangesNothing() {
        TaskLock expired = locks.tryLock("nightly", new TaskLockTimes(Duration.ZERO, Duration.ofMillis(1)))
                .orElseThrow();
        await().until(() -> !locks.isLocked("nightly"));
        assertThat(expired.extend(UNTIL_UNLOCKED)).isEmpty();
        TaskLock next = locks.tryLock("nightly", UNTIL_UNLOCKED).orElseThrow();
        assertThat(expired.unlock()).isFalse();
        assertThat(locks.isLocked("nightly")).isTrue();
        assertThat(next.unlock()).isTrue();
    }

    @Test // API-6
    void deathOfTheHolderFreesItsTask() throws Exception {
        killHolder("nightly", UNTIL_UNLOCKED);
        Optional<TaskLock> next = locks.tryLock("nightly", UNTIL_UNLOCKED);
        assertThat(next).hasValueSatisfying(lock -> assertThat(lock.epoch()).isEqualTo(2));
    }

    @Test
    void deathOfTheHolderDoesNotShortenTheMinimumTime() throws Exception {
        killHolder("nightly", FOR_AN_HOUR);
        assertThat(locks.tryLock("nightly", FOR_AN_HOUR)).isEmpty();
    }

    /** Locks the task in another process, and ends that process with {@code kill -9}. */
    private void killHolder(String task, TaskLockTimes times) throws IOException, InterruptedException {
        Process holder = new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/java",
                        "-cp",
                        System.getProperty("java.class.path"),
                        TaskLockMain.class.getName(),
                        url(),
                        task,
                        Long.toString(times.atLeast().toMillis()),
                        Long.toString(times.atMost().toMillis()))
                .redirectErrorStream(true)
                .start();
        await().atMost(Duration.ofSeconds(30)).until(() -> locks.isLocked(task));
        assertThat(locks.tryLock(task, times)).isEmpty();
        holder.destroyForcibly().waitFor();
    }

    @Test
    void lockThatIsGivenBackIsFreeBeforeItsMinimumTime() {
        TaskLock first = locks.tryLock("nightly", FOR_AN_HOUR).orElseThrow();
        assertThat(first.giveBack()).isTrue();
        assertThat(locks.tryLock("nightly", FOR_AN_HOUR))
                .hasValueSatisfying(next -> assertThat(next.epoch()).isEqualTo(2));
        assertThat(first.giveBack()).isFalse();
        assertThat(locks.isLocked("nightly")).isTrue();
    }

    @Test
    void expiredLockIsNotFreeWhileItsCommandMayRun() {
        TaskLock held = locks.tryLock("nightly", new TaskLockTimes(Duration.ZERO, Duration.ofMillis(1)))
                .orElseThrow();
        TaskLock withCommand =
                held.heldBy(ProcessHandle.current().pid(), "the command").orElseThrow();
        await().until(() -> !locks.isLocked("nightly"));
        List<TaskCommand> asked = new ArrayList<>();
        assertThat(locks.tryLock("nightly", UNTIL_UNLOCKED, command -> asked.add(command)))
                .isEmpty();
        assertThat(asked).containsExactly(new TaskCommand(1, "the command"));
        assertThat(withCommand.unlock()).isTrue();
        assertThat(locks.tryLock("nightly", UNTIL_UNLOCKED, command -> true)).isPresent();
    }

    @Test
    void commandIsNotAskedForWhileTheLockHolds() {
        TaskLock held = locks.tryLock("nightly", UNTIL_UNLOCKED).orElseThrow();
        assertThat(held.heldBy(ProcessHandle.current().pid(), "the command")).isPresent();
        assertThat(locks.tryLock("nightly", UNTIL_UNLOCKED, command -> {
                    throw new AssertionError("asked");
                }))
                .isEmpty();
    }

    @Test
    void timesThatContradictEachOtherAreRefused() {
        assertThatThrownBy(() -> new TaskLockTimes(HOUR, Duration.ofMinutes(1)))
                .hasMessageContaining("3600000 ms is longer than 60000 ms");
    }
}
