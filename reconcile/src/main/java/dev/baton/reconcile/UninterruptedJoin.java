package dev.baton.reconcile;

import java.time.Duration;

/** Waits for the end of threads. An interrupt of the caller is kept for later. */
final class UninterruptedJoin {
    private final long untilNanos;

    /** @param limit how long all threads together may take, from now on */
    UninterruptedJoin(Duration limit) {
        untilNanos = System.nanoTime() + limit.toNanos();
    }

    /** Waits for a thread and returns whether it has ended. */
    boolean await(Thread thread) {
        boolean interrupted = Thread.interrupted();
        while (thread.isAlive() && System.nanoTime() - untilNanos < 0) {
            try {
                thread.join(Math.max(1, (untilNanos - System.nanoTime()) / 1_000_000));
            } catch (InterruptedException again) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }
}
