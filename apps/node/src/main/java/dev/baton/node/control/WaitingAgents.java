package dev.baton.node.control;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Agents that wait for work: a job wakes one of them, a change of role all. */
final class WaitingAgents {
    private final Deque<CountDownLatch> waiting = new ArrayDeque<>();
    private long jobs;

    /** What has come so far; a wait for more than that misses nothing that comes meanwhile. */
    synchronized long jobs() {
        return jobs;
    }

    /** Waits until something has come after this many; true when it did in time. */
    boolean await(long seen, Duration atMost) throws InterruptedException {
        CountDownLatch turn = new CountDownLatch(1);
        synchronized (this) {
            if (jobs != seen) {
                return true;
            }
            waiting.addLast(turn);
        }
        if (turn.await(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
            return true;
        }
        synchronized (this) {
            // Whoever was woken but had gone already passes it on.
            if (!waiting.remove(turn)) {
                wake();
            }
        }
        return false;
    }

    /** A job has come. */
    synchronized void wake() {
        jobs++;
        CountDownLatch first = waiting.pollFirst();
        if (first != null) {
            first.countDown();
        }
    }

    synchronized void wakeAll() {
        jobs++;
        waiting.forEach(CountDownLatch::countDown);
        waiting.clear();
    }
}
