package dev.baton.internal.runtime;

import dev.baton.BatonClock;
import dev.baton.support.thread.GrowingPool;
import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * The environment of a runtime: its clock, its event loop, and the executors for user code.
 *
 * @param callbacks runs listeners; may queue
 * @param work runs work and health checks; must not queue
 * @param onClose frees what the environment owns
 */
public record RuntimeEnvironment(
        BatonClock clock, EventLoop loop, Executor callbacks, Executor work, Runnable onClose) {

    private static final int CALLBACK_THREADS = 16;
    private static final Duration MEMORY_RETRY = Duration.ofMillis(100);

    /** Creates an environment that owns nothing. */
    public RuntimeEnvironment(BatonClock clock, EventLoop loop, Executor callbacks, Executor work) {
        this(clock, loop, callbacks, work, () -> {});
    }

    /** Runs the task on the loop after the delay. */
    EventLoop.Timer after(Duration delay, Runnable task) {
        return loop.at(clock.nanos() + delay.toNanos(), task);
    }

    /**
     * Runs the task on the loop, and again later if there was no memory for it. For a task that nobody else repeats, and
     * that may run twice.
     */
    void executeReliably(Runnable task) {
        loop.execute(() -> {
            try {
                task.run();
            } catch (VirtualMachineError exhausted) {
                after(MEMORY_RETRY, task);
                throw exhausted;
            }
        });
    }

    /** Returns an environment with real platform threads, which end when idle. */
    public static RuntimeEnvironment real(BatonClock clock) {
        return real(clock, BatonRuntime.Threads.OWN);
    }

    static RuntimeEnvironment real(BatonClock clock, BatonRuntime.Threads threads) {
        EventLoop loop = new ThreadEventLoop(clock);
        RuntimeEnvironment environment = real(loop, clock, threads);
        return new RuntimeEnvironment(clock, loop, environment.callbacks, environment.work, loop::close);
    }

    /** Returns an environment with a real loop, in which no user code runs. */
    static RuntimeEnvironment loopOnly(BatonClock clock) {
        EventLoop loop = new ThreadEventLoop(clock);
        Executor none = task -> {
            throw new IllegalStateException("user code belongs to one connection, not to a shared store");
        };
        return new RuntimeEnvironment(clock, loop, none, none, loop::close);
    }

    /** Returns an environment with executors of its own on a loop that it does not own. */
    static RuntimeEnvironment real(EventLoop loop, BatonClock clock, BatonRuntime.Threads threads) {
        // The pools are never shut down: events published before the close are still delivered, then idle threads end.
        Executor callbacks = threads.virtual()
                ? NamedThreads.virtual()
                : new GrowingPool(
                        "baton-callback",
                        CALLBACK_THREADS,
                        (delay, check) -> loop.at(clock.nanos() + delay.toNanos(), check));
        Executor work = threads.virtual() ? NamedThreads.virtual() : NamedThreads.unbounded("baton-work");
        return new RuntimeEnvironment(
                clock, loop, offLoop(threads.callbacks(), callbacks), offLoop(threads.work(), work));
    }

    /** Returns the given executor, in a form that never occupies the event loop; Baton's own if none is given. */
    private static Executor offLoop(Optional<Executor> given, Executor own) {
        return given.<Executor>map(executor -> new OffLoopExecutor(executor, own))
                .orElse(own);
    }
}
