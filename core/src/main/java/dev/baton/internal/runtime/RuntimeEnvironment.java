package dev.baton.internal.runtime;

import dev.baton.BatonClock;
import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
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

    /** Creates an environment that owns nothing. */
    public RuntimeEnvironment(BatonClock clock, EventLoop loop, Executor callbacks, Executor work) {
        this(clock, loop, callbacks, work, () -> {});
    }

    /** Runs the task on the loop after the delay. */
    EventLoop.Timer after(Duration delay, Runnable task) {
        return loop.at(clock.nanos() + delay.toNanos(), task);
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
        return new RuntimeEnvironment(
                clock,
                loop,
                threads.callbacks()
                        .orElseGet(() -> threads.virtual()
                                ? NamedThreads.virtual()
                                : NamedThreads.pool("baton-callback", CALLBACK_THREADS)),
                threads.work()
                        .orElseGet(() ->
                                threads.virtual() ? NamedThreads.virtual() : NamedThreads.unbounded("baton-work")));
    }
}
