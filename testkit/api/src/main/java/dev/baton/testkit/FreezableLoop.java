package dev.baton.testkit;

import dev.baton.BatonClock;
import dev.baton.internal.runtime.EventLoop;
import dev.baton.internal.runtime.RuntimeEnvironment;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * An event loop that a test can freeze, like a process that receives SIGSTOP. Tasks and timers that become due while it
 * is frozen run after {@link #thaw}. Thread-safe.
 *
 * <pre>{@code
 * FreezableLoop loop = new FreezableLoop(time);
 * Baton baton = BatonRuntime.over(loop.environment(time, time.environment()), store::open);
 * loop.freeze();
 * }</pre>
 */
public final class FreezableLoop implements EventLoop {
    private final EventLoop delegate;
    private final Deque<Runnable> held = new ArrayDeque<>();
    private boolean frozen;

    /** Creates a loop that runs its tasks on the given one. */
    public FreezableLoop(EventLoop delegate) {
        this.delegate = delegate;
    }

    /** Returns an environment in which the loop and the callbacks freeze, and work runs as in the given one. */
    public RuntimeEnvironment environment(BatonClock clock, RuntimeEnvironment original) {
        return new RuntimeEnvironment(clock, this, this::execute, original.work(), original.onClose());
    }

    /** Stops running tasks and timers. */
    public synchronized void freeze() {
        frozen = true;
    }

    /** Runs what became due since {@link #freeze}, and continues. */
    public synchronized void thaw() {
        frozen = false;
        held.forEach(delegate::execute);
        held.clear();
    }

    @Override
    public void execute(Runnable task) {
        delegate.execute(() -> runOrHold(task));
    }

    @Override
    public Timer at(long nanos, Runnable task) {
        return delegate.at(nanos, () -> runOrHold(task));
    }

    @Override
    public void close() {
        delegate.close();
    }

    private void runOrHold(Runnable task) {
        synchronized (this) {
            if (frozen) {
                held.add(task);
                return;
            }
        }
        task.run();
    }
}
