package dev.baton.internal.runtime;

import dev.baton.LeaderWork;
import dev.baton.Leadership;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** The work of one tenure: started in it, interrupted at its end, and tracked until the last body has returned. */
final class TenureWork {
    private final Object owner;
    private final Leadership leadership;
    private final Executor executor;
    private final Consumer<Throwable> onError;
    private final Runnable onStopped;
    private final Set<Thread> threads = new HashSet<>();
    private int running;
    private boolean ended;

    TenureWork(
            Object owner, Leadership leadership, Executor executor, Consumer<Throwable> onError, Runnable onStopped) {
        this.owner = owner;
        this.leadership = leadership;
        this.executor = executor;
        this.onError = onError;
        this.onStopped = onStopped;
    }

    /** Starts the work, unless the tenure has ended. Work that the executor rejects is not tracked. */
    synchronized void start(LeaderWork work) {
        if (!ended) {
            executor.execute(() -> run(work));
            running++;
        }
    }

    /** Interrupts all work. {@code onStopped} runs once, when the last body has returned. */
    void end() {
        boolean idle;
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
            threads.forEach(Thread::interrupt);
            idle = running == 0;
        }
        if (idle) {
            onStopped.run();
        }
    }

    private void run(LeaderWork work) {
        try {
            if (enter()) {
                ReentrancyCheck.call(owner, () -> {
                    work.run(leadership);
                    return true;
                });
            }
        } catch (Throwable failure) {
            if (!(failure instanceof InterruptedException && hasEnded())) {
                onError.accept(failure);
            }
        } finally {
            leave();
        }
    }

    private synchronized boolean enter() {
        if (!ended) {
            threads.add(Thread.currentThread());
        }
        return !ended;
    }

    private void leave() {
        boolean last;
        synchronized (this) {
            threads.remove(Thread.currentThread());
            running--;
            last = ended && running == 0;
        }
        // Clear the interrupt: it was for the work, not for this pool thread's next task.
        Thread.interrupted();
        if (last) {
            onStopped.run();
        }
    }

    private synchronized boolean hasEnded() {
        return ended;
    }
}
