package dev.baton.reconcile.shards;

import dev.baton.internal.runtime.EventLoop;
import java.util.ArrayDeque;
import java.util.Deque;

/** The loop of a process that can be stopped, for good or until it goes on. */
final class FreezableLoop implements EventLoop {
    private final EventLoop real;
    private final Deque<Runnable> heldBack = new ArrayDeque<>();
    private boolean frozen;

    FreezableLoop(EventLoop real) {
        this.real = real;
    }

    void freeze() {
        frozen = true;
    }

    void thaw() {
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
        if (frozen) {
            heldBack.add(task);
        } else {
            task.run();
        }
    }
}
