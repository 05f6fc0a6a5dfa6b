package dev.baton.support.thread;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/** A task that is requested again and again. Requests that arrive before it begins result in one run. Thread-safe. */
public final class CoalescedTask {
    private final Executor executor;
    private final Runnable task;
    private final AtomicBoolean requested = new AtomicBoolean();

    public CoalescedTask(Executor executor, Runnable task) {
        this.executor = executor;
        this.task = task;
    }

    /** Runs the task soon. If the executor fails, for example without a thread, the next request counts again. */
    public void request() {
        if (!requested.compareAndSet(false, true)) {
            return;
        }
        boolean accepted = false;
        try {
            executor.execute(this::run);
            accepted = true;
        } finally {
            if (!accepted) {
                requested.set(false);
            }
        }
    }

    private void run() {
        requested.set(false);
        task.run();
    }
}
