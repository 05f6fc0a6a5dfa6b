package dev.baton.internal.runtime;

/** Runs tasks and timers one after the other. All state of the candidates changes here. */
public interface EventLoop extends AutoCloseable {

    /** Queues the task. Thread-safe; never blocks. */
    void execute(Runnable task);

    /** Runs the task when the monotonic clock reaches the given time. Thread-safe; never blocks. */
    Timer at(long nanos, Runnable task);

    /** Ends the loop. Queued tasks and timers do not run. */
    @Override
    void close();

    /** A scheduled task. */
    interface Timer {

        /** Cancels the task. Has no effect if it already ran. */
        void cancel();
    }
}
