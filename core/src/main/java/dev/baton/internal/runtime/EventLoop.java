package dev.baton.internal.runtime;

/**
 * The one place where candidates change: tasks and timers run here one after the other, never two at
 * once.
 */
public interface EventLoop extends AutoCloseable {

    /** Runs the task soon, after those that came before. From any thread; never blocks. */
    void execute(Runnable task);

    /** Runs the task when the clock has reached the given monotonic time. */
    Timer at(long nanos, Runnable task);

    /** Runs nothing any more. */
    @Override
    void close();

    /** A task that waits for its time. */
    interface Timer {

        /** Does not run it; harmless when it ran already. */
        void cancel();
    }
}
