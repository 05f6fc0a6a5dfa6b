package dev.baton.reconcile;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** A second safeguard behind the leadership: one process never reconciles the same records twice at once. */
final class ReconcileMutex {
    private static final Map<String, ReconcileMutex> IN_THIS_PROCESS = new ConcurrentHashMap<>();

    private final String records;
    private final ReentrantLock lock = new ReentrantLock();

    private ReconcileMutex(String records) {
        this.records = records;
    }

    static ReconcileMutex of(Resources<?, ?> resources) {
        String records = resources.type() + " in " + resources.store().describe();
        return IN_THIS_PROCESS.computeIfAbsent(records, ReconcileMutex::new);
    }

    /** Waits for a limited time, because a leader that cannot begin must step down in the end. */
    boolean tryEnter(long nanos) throws InterruptedException {
        return lock.tryLock(nanos, TimeUnit.NANOSECONDS);
    }

    void leave() {
        lock.unlock();
    }

    @Override
    public String toString() {
        return "another reconciler of this process has not ended its work on " + records;
    }
}
