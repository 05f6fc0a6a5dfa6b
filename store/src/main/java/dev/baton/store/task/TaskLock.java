package dev.baton.store.task;

import dev.baton.store.ObjectKey;
import dev.baton.store.WriteCondition;
import dev.baton.support.process.ProcessIdentity;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A task that this process has locked. It can be unlocked or extended once; an extended lock is a new one.
 *
 * <p>The epoch is a fencing token: larger than that of every earlier lock of the task.
 */
public final class TaskLock {
    private final TaskLocks locks;
    private final ObjectKey key;
    private final long version;
    private final TaskLockRecord record;

    TaskLock(TaskLocks locks, ObjectKey key, long version, TaskLockRecord record) {
        this.locks = locks;
        this.key = key;
        this.version = version;
        this.record = record;
    }

    /** Returns the name of the task. */
    public String task() {
        return key.id();
    }

    /** Returns the fencing token of this lock. */
    public long epoch() {
        return record.epoch();
    }

    /**
     * Frees the task, from the end of its minimum time on. Returns false if the lock had ended and another process has
     * locked the task.
     */
    public boolean unlock() {
        long free = Math.max(locks.now(record), record.atLeastUntil());
        return write(record.freeAt(free)).isPresent();
    }

    /**
     * Frees the task at once, also before the end of its minimum time: for a task of which nothing has run. Returns false
     * if the lock had ended and another process has locked the task.
     */
    public boolean giveBack() {
        return write(record.freeAt(locks.now(record))).isPresent();
    }

    /** Locks the task for new times from now on. Empty if this lock has ended. */
    public Optional<TaskLock> extend(TaskLockTimes times) {
        long now = locks.now(record);
        if (now >= record.until()) {
            return Optional.empty();
        }
        return write(record.extended(
                now + times.atLeast().toMillis(), now + times.atMost().toMillis()));
    }

    /**
     * Makes the end of another process of this machine the proof that frees the task, instead of the end of this process.
     * For a program that runs the task in a process of its own. Empty if this lock has ended, or the process has.
     */
    public Optional<TaskLock> heldBy(long pid) {
        return heldBy(pid, record.command());
    }

    /**
     * Does the same, and leaves a description of the running command for the program that locks the task next; see {@link
     * TaskLocks#tryLock(String, TaskLockTimes, Predicate)}. An unlock removes it.
     */
    public Optional<TaskLock> heldBy(long pid, String command) {
        return ProcessIdentity.of(pid).flatMap(process -> write(record.heldBy(process, command)));
    }

    /** The version matches only this lock: every other lock, and an extension, has written a newer one. */
    private Optional<TaskLock> write(TaskLockRecord changed) {
        return locks.write(key, changed, WriteCondition.matchResourceVersion(version));
    }
}
