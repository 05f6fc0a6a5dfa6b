package dev.baton.store.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.store.ObjectKey;
import dev.baton.store.ObjectStore;
import dev.baton.store.StoredObject;
import dev.baton.store.WriteCondition;
import dev.baton.support.json.Json;
import dev.baton.support.process.ProcessIdentity;
import dev.baton.testkit.mariadb.MariadbTestServer;
import dev.baton.testkit.postgres.TestServers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Task locks of a holder that has crashed, on databases that several machines share. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class OtherMachineTest {
    private static final String OTHER_BOOT = "00000000-0000-0000-0000-000000000000";
    private static final ObjectKey KEY = new ObjectKey("task_lock", "nightly");
    private static final TaskLockTimes HOUR = new TaskLockTimes(Duration.ZERO, Duration.ofHours(1));

    private @Nullable ObjectStore opened;

    private enum SharedStore {
        POSTGRES,
        MARIADB
    }

    @AfterEach
    void close() {
        if (opened != null) {
            opened.close();
        }
    }

    private ObjectStore open(SharedStore shared) {
        ObjectStore store = ObjectStore.open(
                switch (shared) {
                    case POSTGRES ->
                        TestServers.newest()
                                .url("postgres", TestServers.newest().newDatabase());
                    case MARIADB ->
                        MariadbTestServer.shared()
                                .url("mariadb", MariadbTestServer.shared().newDatabase());
                });
        opened = store;
        return store;
    }

    /** Locks the task for a process that has ended since. */
    private static void lockForEndedProcess(TaskLocks locks) throws Exception {
        Process holder = new ProcessBuilder("cat").start();
        try {
            TaskLock held = locks.tryLock("nightly", HOUR).orElseThrow();
            assertThat(held.heldBy(holder.pid())).isPresent();
        } finally {
            holder.destroyForcibly().waitFor();
        }
    }

    private static void edit(ObjectStore store, String field, Object value) {
        StoredObject stored = store.get(KEY).orElseThrow();
        Map<String, @Nullable Object> record = Json.parseObject(stored.payload());
        assertThat(record.put(field, value)).isNotNull().isNotEqualTo(value);
        assertThat(store.putIf(KEY, Json.write(record), WriteCondition.matchResourceVersion(stored.resourceVersion()))
                        .stored())
                .isPresent();
    }

    @ParameterizedTest // API-6
    @EnumSource(SharedStore.class)
    void lockOfACrashedProcessOfThisMachineIsFree(SharedStore shared) throws Exception {
        TaskLocks locks = new TaskLocks(open(shared));
        lockForEndedProcess(locks);
        assertThat(locks.isLocked("nightly")).isFalse();
        assertThat(locks.tryLock("nightly", HOUR))
                .hasValueSatisfying(next -> assertThat(next.epoch()).isEqualTo(2));
    }

    @ParameterizedTest // API-6
    @EnumSource(SharedStore.class)
    void lockOfAnotherMachineHoldsUntilItsTimeHasPassed(SharedStore shared) throws Exception {
        ObjectStore store = open(shared);
        TaskLocks locks = new TaskLocks(store);
        lockForEndedProcess(locks);
        // The pid of another machine proves nothing here, although no process has it.
        edit(store, "boot_id", OTHER_BOOT);
        assertThat(locks.isLocked("nightly")).isTrue();
        assertThat(locks.tryLock("nightly", HOUR)).isEmpty();

        edit(store, "until_ms", store.clockMillis());
        assertThat(locks.isLocked("nightly")).isFalse();
        assertThat(locks.tryLock("nightly", HOUR))
                .hasValueSatisfying(next -> assertThat(next.epoch()).isEqualTo(2));
    }

    @ParameterizedTest // API-6
    @EnumSource(SharedStore.class)
    void lockOfAnotherContainerHoldsUntilItsTimeHasPassed(SharedStore shared) throws Exception {
        ObjectStore store = open(shared);
        TaskLocks locks = new TaskLocks(store);
        lockForEndedProcess(locks);
        edit(store, "pid_namespace", ProcessIdentity.current().pidNamespace() + 1);
        assertThat(locks.isLocked("nightly")).isTrue();
        assertThat(locks.tryLock("nightly", HOUR)).isEmpty();
    }
}
