package dev.baton.internal.runtime;

import dev.baton.Gate;
import dev.baton.LeaderWork;
import dev.baton.Leadership;
import dev.baton.WorkFailurePolicy;
import dev.baton.internal.machine.WorkBackoff;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The work of one tenure, including what runs inside gates: started in it, interrupted at its end, and tracked until
 * the last body has returned.
 */
final class TenureWork {
    private final Object owner;
    private final Leadership leadership;
    private final RuntimeEnvironment environment;
    private final WorkFailurePolicy policy;
    private final Consumer<Throwable> onError;
    private final Runnable onStopped;
    private final Map<Thread, WorkThread> threads = new HashMap<>();
    private int running;
    private boolean interrupted;
    private boolean ended;

    TenureWork(
            Object owner,
            Leadership leadership,
            RuntimeEnvironment environment,
            WorkFailurePolicy policy,
            Consumer<Throwable> onError,
            Runnable onStopped) {
        this.owner = owner;
        this.leadership = leadership;
        this.environment = environment;
        this.policy = policy;
        this.onError = onError;
        this.onStopped = onStopped;
    }

    /** Starts the work, unless the tenure has ended. Work for which there is no thread has failed. */
    void start(LeaderWork work) {
        start(work, WorkBackoff.NONE);
    }

    private void start(LeaderWork work, WorkBackoff backoff) {
        synchronized (this) {
            if (ended) {
                return;
            }
            running++;
        }
        try {
            environment.work().execute(() -> run(work, backoff));
        } catch (RuntimeException | Error noThread) {
            leave();
            environment.loop().execute(() -> failed(work, backoff.failedAfter(Duration.ZERO), noThread));
        }
    }

    /** Interrupts all work. Needs no memory. */
    synchronized void interrupt() {
        interrupted = true;
        threads.forEach(TenureWork::interrupt);
    }

    private static void interrupt(Thread thread, WorkThread entry) {
        entry.interrupted = true;
        thread.interrupt();
    }

    /** Interrupts all work. {@code onStopped} runs once, when the last body has returned. */
    void end() {
        boolean idle;
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
            interrupt();
            idle = running == 0;
        }
        if (idle) {
            onStopped.run();
        }
    }

    /** Enters an action of a gate on the current thread, and returns whether it may run. {@link #act} leaves it. */
    synchronized boolean tryEnter() {
        if (ended || !leadership.isValid()) {
            return false;
        }
        running++;
        return enter();
    }

    /** Runs an action of a gate after {@link #tryEnter}. */
    <T> Optional<T> act(Gate.Action<T> action) throws Exception {
        try {
            return ReentrancyCheck.call(owner, () -> Optional.ofNullable(action.act(leadership)));
        } finally {
            leave();
        }
    }

    private void run(LeaderWork work, WorkBackoff backoff) {
        long since = environment.clock().nanos();
        try {
            if (enter()) {
                ReentrancyCheck.call(owner, () -> {
                    work.run(leadership);
                    return true;
                });
            }
        } catch (Throwable failure) {
            if (!(failure instanceof InterruptedException && wasInterrupted())) {
                Duration ran = Duration.ofNanos(environment.clock().nanos() - since);
                failed(work, backoff.failedAfter(ran), failure);
            }
        } finally {
            leave();
        }
    }

    private void failed(LeaderWork work, WorkBackoff backoff, Throwable failure) {
        onError.accept(failure);
        if (policy == WorkFailurePolicy.RETRY && !hasEnded()) {
            environment.after(backoff.delay(), () -> start(work, backoff));
        }
    }

    private synchronized boolean enter() {
        if (!ended) {
            threads.computeIfAbsent(Thread.currentThread(), thread -> new WorkThread(thread.isInterrupted())).depth++;
        }
        return !ended;
    }

    private void leave() {
        boolean last;
        WorkThread left = null;
        synchronized (this) {
            WorkThread entry = threads.get(Thread.currentThread());
            if (entry != null && --entry.depth == 0) {
                threads.remove(Thread.currentThread());
                left = entry;
            }
            running--;
            last = ended && running == 0;
        }
        restoreInterrupt(left);
        if (last) {
            onStopped.run();
        }
    }

    /** Clears an interrupt that was for the work, not for what the thread does next. */
    private static void restoreInterrupt(@Nullable WorkThread left) {
        if (left != null && left.interrupted) {
            Thread.interrupted();
            if (left.interruptedBefore) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private synchronized boolean wasInterrupted() {
        return interrupted;
    }

    private synchronized boolean hasEnded() {
        return ended;
    }

    /** A thread inside work or gates of this tenure, which can be nested. */
    private static final class WorkThread {
        private final boolean interruptedBefore;
        private boolean interrupted;
        private int depth;

        WorkThread(boolean interruptedBefore) {
            this.interruptedBefore = interruptedBefore;
        }
    }
}
