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
import dev.baton.support.process.SystemBoot;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * Locks for tasks that run once per schedule. All times are by the database's clock; on SQLite, which belongs to one
 * machine, by the time since its boot, so that a wall clock that is set changes nothing. Thread-safe; every method blocks
 * for a few requests.
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
        return tryLock(task, times, before -> false);
    }

    /**
     * Locks the task if it is free and the command of the lock before has ended. Returns at once.
     *
     * @param mayStillRun returns whether that command may still run. Asked only if the task is free otherwise, and only
     *     about a command that its holder has described
     */
    public Optional<TaskLock> tryLock(String task, TaskLockTimes times, Predicate<TaskCommand> mayStillRun) {
        ObjectKey key = key(task);
        StoreSnapshot snapshot = store.snapshot(List.of(key));
        Optional<StoredObject> present = snapshot.get(key);
        long now = present.isPresent() ? snapshot.clockMillis() : store.clockMillis();
        Optional<TaskLockRecord> before =
                present.map(object -> TaskLockRecord.read(object.payload()).orElseThrow(() -> malformed(task)));
        boolean locked = before.filter(record -> !isFree(record, now) || mayStillRun(record, mayStillRun))
                .isPresent();
        if (locked) {
            return Optional.empty();
        }
        TaskLockRecord lock = new TaskLockRecord(
                nextEpoch(task, before.map(TaskLockRecord::epoch).orElse(0L)),
                UUID.randomUUID().toString(),
                TaskLockStart.now(now, boot()),
                now + times.atLeast().toMillis(),
                now + times.atMost().toMillis(),
                ProcessIdentity.current(),
                "");
        WriteCondition unchanged = present.map(object -> WriteCondition.matchResourceVersion(object.resourceVersion()))
                .orElseGet(WriteCondition::mustCreate);
        return write(key, lock, unchanged);
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

    private static boolean mayStillRun(TaskLockRecord record, Predicate<TaskCommand> mayStillRun) {
        return !record.command().isEmpty() && mayStillRun.test(new TaskCommand(record.epoch(), record.command()));
    }

    private boolean isFree(TaskLockRecord record, long clock) {
        long now = clock(record, clock);
        if (now >= record.until()) {
            return true;
        }
        boolean over =
                now >= record.atLeastUntil() || (oneMachine && record.start().isByWrongClock(record.until(), now));
        return over && hasEnded(record.process());
    }

    /** Returns the time that decides about a record: only on one machine there is a better clock than the database's. */
    private long clock(TaskLockRecord record, long clock) {
        return oneMachine ? record.start().elapsedClock(record.process().bootId(), boot(), clock) : clock;
    }

    private Optional<SystemBoot> boot() {
        return oneMachine ? SystemBoot.shared() : Optional.empty();
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

    /** Returns the time that decides about a record. */
    long now(TaskLockRecord record) {
        return clock(record, store.clockMillis());
    }

    static ObjectKey key(String task) {
        return new ObjectKey(TYPE, task);
    }

    private static long nextEpoch(String task, long epoch) {
        if (epoch < 0 || epoch == Long.MAX_VALUE) {
            throw new StoreException("task lock " + task + ": no epoch can follow " + epoch
                    + ". Nothing was changed. If the number was written by mistake, correct the record");
        }
        return epoch + 1;
    }

    private static StoreException malformed(String task) {
        return new StoreException(
                "the record of task lock " + task + " is malformed; delete it if no process runs the task");
    }
}
