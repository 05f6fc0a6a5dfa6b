package dev.baton.store.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.store.ObjectKey;
import dev.baton.store.ObjectStore;
import dev.baton.store.WriteCondition;
import dev.baton.support.json.Json;
import dev.baton.support.process.ProcessIdentity;
import dev.baton.support.process.SystemBoot;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Task locks on one machine whose wall clock was wrong, or was set, while a task was locked. */
@Timeout(60)
class WrongClockTest {
    private static final long YEARS = Duration.ofDays(10 * 365).toMillis();
    private static final TaskLockTimes HOUR = new TaskLockTimes(Duration.ZERO, Duration.ofHours(1));

    @TempDir
    Path folder;

    private ObjectStore store;
    private TaskLocks locks;
    private final ProcessIdentity own = ProcessIdentity.current();
    private final long uptime = SystemBoot.shared().orElseThrow().uptime().toMillis();

    @BeforeEach
    void open() {
        store = ObjectStore.open("sqlite:" + folder.resolve("locks.db"));
        locks = new TaskLocks(store);
    }

    @AfterEach
    void close() {
        store.close();
    }

    /** A lock of this process for an hour, half of it at least. */
    private Map<String, Object> locked(long clock, long uptimeThen, String boot) {
        return locked(clock, uptimeThen, boot, Duration.ofHours(1).toMillis());
    }

    private Map<String, Object> locked(long clock, long uptimeThen, String boot, long length) {
        return new LinkedHashMap<>(Map.ofEntries(
                Map.entry("epoch", 7),
                Map.entry("token", "t"),
                Map.entry("locked_at_ms", clock),
                Map.entry("locked_uptime_ms", uptimeThen),
                Map.entry("at_least_until_ms", clock + length / 2),
                Map.entry("until_ms", clock + length),
                Map.entry("boot_id", boot),
                Map.entry("pid_namespace", own.pidNamespace()),
                Map.entry("pid", own.pid()),
                Map.entry("start_time", own.startTime())));
    }

    private void put(Map<String, Object> record) {
        store.putIf(new ObjectKey("task_lock", "nightly"), Json.write(record), WriteCondition.mustCreate());
    }

    @Test
    void clockThatIsSetForwardFreesNoTask() {
        put(locked(System.currentTimeMillis() - YEARS, uptime, own.bootId()));
        assertThat(locks.isLocked("nightly")).isTrue();
        assertThat(locks.tryLock("nightly", HOUR)).isEmpty();
    }

    @Test
    void clockThatIsSetBackDelaysNoTask() {
        put(locked(System.currentTimeMillis() + YEARS, 1, own.bootId(), uptime - 100));
        assertThat(locks.isLocked("nightly")).isFalse();
        assertThat(locks.tryLock("nightly", HOUR)).isPresent();
    }

    @Test
    void unlockCountsTheTimeSinceTheLock() {
        TaskLock held = new TaskLock(locks, new ObjectKey("task_lock", "nightly"), 1, atFirst());
        assertThat(held.unlock()).isTrue();
        assertThat(locks.isLocked("nightly")).isFalse();
    }

    private TaskLockRecord atFirst() {
        Map<String, Object> record = locked(System.currentTimeMillis() - YEARS, uptime, own.bootId());
        record.put("at_least_until_ms", 0);
        put(record);
        return TaskLockRecord.read(Json.write(record)).orElseThrow();
    }

    @Test
    void wrongClockOfAnEarlierBootDelaysNoTask() {
        put(locked(System.currentTimeMillis() + YEARS, uptime, "00000000-0000-0000-0000-000000000000"));
        assertThat(locks.tryLock("nightly", HOUR)).isPresent();
    }

    @Test
    void slightlyFastClockOfAnEarlierBootKeepsTheMinimumTime() {
        long minutes = Duration.ofMinutes(20).toMillis();
        put(locked(System.currentTimeMillis() + minutes, uptime, "00000000-0000-0000-0000-000000000000"));
        assertThat(locks.tryLock("nightly", HOUR)).isEmpty();
    }

    @Test
    void recordOfAnEarlierVersionIsJudgedByTheWallClock() {
        Map<String, Object> old = locked(System.currentTimeMillis() - YEARS, uptime, own.bootId());
        old.remove("locked_at_ms");
        old.remove("locked_uptime_ms");
        put(old);
        assertThat(locks.tryLock("nightly", HOUR)).isPresent();
    }
}
