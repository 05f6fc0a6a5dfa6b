package dev.baton.node.control;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The agents that wait for work. A new job notifies one of them, a change of role all. Thread-safe. */
final class WaitingAgents {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition signalled = lock.newCondition();
    private final AtomicLong signals = new AtomicLong();
    private int waiting;

    /** Returns the number of signals so far, for {@link #await}. */
    long signals() {
        return signals.get();
    }

    /** Waits for a signal after the given number of signals. Returns false if there was none in time. */
    boolean await(long seen, Duration timeout) throws InterruptedException {
        lock.lock();
        waiting++;
        try {
            long left = timeout.toNanos();
            while (signals.get() == seen && left > 0) {
                left = signalled.awaitNanos(left);
            }
            return signals.get() != seen;
        } finally {
            waiting--;
            lock.unlock();
        }
    }

    /** Returns how many requests wait now. */
    int count() {
        lock.lock();
        try {
            return waiting;
        } finally {
            lock.unlock();
        }
    }

    /** Notifies the agent that has waited longest. */
    void signal() {
        wakeUp(signalled::signal);
    }

    void signalAll() {
        wakeUp(signalled::signalAll);
    }

    private void wakeUp(Runnable how) {
        lock.lock();
        try {
            signals.incrementAndGet();
            how.run();
        } finally {
            lock.unlock();
        }
    }
}
