package dev.baton.store.task;

import dev.baton.ConnectionException;
import dev.baton.store.ObjectKey;
import dev.baton.store.ObjectStore;
import dev.baton.store.StoreException;
import dev.baton.store.StoreSnapshot;
import dev.baton.store.StoredObject;
import dev.baton.store.WriteCondition;
import dev.baton.support.process.ProcessEvidence;
import dev.baton.support.process.ProcessIdentity;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * Locks for tasks that run once per schedule. All times are by the database's clock. Thread-safe; every method blocks for
 * a few requests.
 *
 * <p>A lock is free when its time has passed. It is free earlier if its holder unlocked it, or if its process has provably
 * ended on this machine; but never before the minimum time has passed.
 *
 * <pre>{@code
 * TaskLocks locks = new TaskLocks(ObjectStore.open("postgres://db.internal/app"));
 * locks.tryLock("nightly", new TaskLockTimes(Duration.ofMinutes(10), Duration.ofHours(2))).ifPresent(lock -> {
 *     report(lock.epoch());
 *     lock.unlock();
 * });
 * }</pre>
 */
public final class TaskLocks {
    private static final String TYPE = "task_lock";

    private final ObjectStore store;
    private final ProcessEvidence processes = ProcessEvidence.ofThisMachine();
    private final boolean oneMachine;

    /** Uses the records of a store, which the caller closes. */
    public TaskLocks(ObjectStore store) {
        this.store = Objects.requireNonNull(store, "store");
        this.oneMachine = store.describe().startsWith("sqlite:");
    }

    /** Locks the task if it is free. Returns at once. */
    public Optional<TaskLock> tryLock(String task, TaskLockTimes times) {
        ObjectKey key = key(task);
        StoreSnapshot snapshot = store.snapshot(List.of(key));
        Optional<StoredObject> present = snapshot.get(key);
        long now = present.isPresent() ? snapshot.clockMillis() : store.clockMillis();
        Optional<TaskLockRecord> before =
                present.map(object -> TaskLockRecord.read(object.payload()).orElseThrow(() -> malformed(task)));
        if (before.filter(record -> !isFree(record, now)).isPresent()) {
            return Optional.empty();
        }
        TaskLockRecord locked = new TaskLockRecord(
                before.map(TaskLockRecord::epoch).orElse(0L) + 1,
                UUID.randomUUID().toString(),
                now + times.atLeast().toMillis(),
                now + times.atMost().toMillis(),
                ProcessIdentity.current());
        WriteCondition unchanged = present.map(object -> WriteCondition.matchResourceVersion(object.resourceVersion()))
                .orElseGet(WriteCondition::mustCreate);
        return write(key, locked, unchanged);
    }

    /** Returns whether the task is locked now. */
    public boolean isLocked(String task) {
        ObjectKey key = key(task);
        StoreSnapshot snapshot = store.snapshot(List.of(key));
        return snapshot.get(key)
                .map(object -> TaskLockRecord.read(object.payload()).orElseThrow(() -> malformed(task)))
                .filter(record -> !isFree(record, snapshot.clockMillis()))
                .isPresent();
    }

    private boolean isFree(TaskLockRecord record, long now) {
        return now >= record.until() || (now >= record.atLeastUntil() && hasEnded(record.process()));
    }

    private boolean hasEnded(ProcessIdentity process) {
        return (oneMachine ? processes.hasEndedOnOwnMachine(process) : processes.hasEnded(process)).isProof();
    }

    /** Writes a record; empty if another process was faster. */
    Optional<TaskLock> write(ObjectKey key, TaskLockRecord record, WriteCondition condition) {
        Optional<StoredObject> stored;
        try {
            stored = store.putIf(key, record.json(), condition).stored();
        } catch (ConnectionException unknown) {
            // The write may have been applied. Its token shows whether it was.
            stored = store.get(key)
                    .filter(object -> TaskLockRecord.read(object.payload())
                            .filter(record::equals)
                            .isPresent());
            if (stored.isEmpty()) {
                throw unknown;
            }
        }
        return stored.map(object -> new TaskLock(this, key, object.resourceVersion(), record));
    }

    /** Returns the database's clock. */
    long now() {
        return store.clockMillis();
    }

    private static ObjectKey key(String task) {
        return new ObjectKey(TYPE, task);
    }

    private static StoreException malformed(String task) {
        return new StoreException(
                "the record of task lock " + task + " is malformed; delete it if no process runs the task");
    }
}
