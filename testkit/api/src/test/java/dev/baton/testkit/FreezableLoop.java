package dev.baton.testkit;

import dev.baton.internal.runtime.EventLoop;
import java.util.ArrayDeque;
import java.util.Deque;

/** A loop that can be made to stand still; what came meanwhile runs when it goes on. */
final class FreezableLoop implements EventLoop {
    private final EventLoop real;
    private final Deque<Runnable> heldBack = new ArrayDeque<>();
    private boolean frozen;

    FreezableLoop(EventLoop real) {
        this.real = real;
    }

    synchronized void freeze() {
        frozen = true;
    }

    synchronized void thaw() {
        frozen = false;
        heldBack.forEach(real::execute);
        heldBack.clear();
    }

    @Override
    public void execute(Runnable task) {
        real.execute(() -> pass(task));
    }

    @Override
    public Timer at(long nanos, Runnable task) {
        return real.at(nanos, () -> pass(task));
    }

    @Override
    public void close() {
        real.close();
    }

    private void pass(Runnable task) {
        synchronized (this) {
            if (frozen) {
                heldBack.add(task);
                return;
            }
        }
        task.run();
    }
}
