package dev.baton.support.thread;

import java.util.concurrent.LinkedTransferQueue;

/**
 * The queue of a pool that uses an idle thread before it starts another one: it accepts a task only if a thread waits for
 * it. A plain queue would make the pool start a thread for every task until it has all of them.
 */
final class HandOffQueue extends LinkedTransferQueue<Runnable> {
    private static final long serialVersionUID = 1L;

    /** Hands the task to a thread that waits for one; false if there is none. */
    @Override
    public boolean offer(Runnable task) {
        return tryTransfer(task);
    }

    /** Keeps the task until a thread is free. */
    void keep(Runnable task) {
        super.offer(task);
    }
}
