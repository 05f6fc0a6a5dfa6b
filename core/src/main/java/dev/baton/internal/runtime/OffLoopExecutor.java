package dev.baton.internal.runtime;

import java.util.concurrent.Executor;

/**
 * Runs tasks on an executor of the application, but never on the thread that submits them. That can be the event loop,
 * on which all renewals depend. An executor that runs a task in its caller, always or while it is saturated, hands it on
 * to a thread of Baton's own.
 *
 * @param given the executor of the application
 * @param own runs what the given one would run in its caller
 */
record OffLoopExecutor(Executor given, Executor own) implements Executor {
    @Override
    public void execute(Runnable task) {
        SubmittedTask submitted = new SubmittedTask(task, own);
        try {
            given.execute(submitted);
        } finally {
            submitted.submitting = false;
        }
    }

    private static final class SubmittedTask implements Runnable {
        private final Runnable task;
        private final Executor own;
        private final Thread caller = Thread.currentThread();
        /** Only the caller reads it. The caller can be a thread of the executor, which runs the task later. */
        private boolean submitting = true;

        SubmittedTask(Runnable task, Executor own) {
            this.task = task;
            this.own = own;
        }

        @Override
        public void run() {
            if (Thread.currentThread() == caller && submitting) {
                own.execute(task);
            } else {
                task.run();
            }
        }
    }
}
