package dev.baton.internal.runtime;

import dev.baton.Gate;
import dev.baton.LeaderWork;
import dev.baton.Leadership;
import dev.baton.WorkFailurePolicy;
import dev.baton.internal.machine.WorkBackoff;
import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The work of one tenure, including what runs inside gates: started in it, interrupted at its end, and tracked until
 * the last body has returned.
 */
final class TenureWork {
    private static final Executor INTERRUPTS = NamedThreads.unbounded("baton-interrupt");
    private static final long MEMORY_RETRY_NANOS = Duration.ofMillis(100).toNanos();

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

    /** Interrupts all work on this thread. Needs no memory. */
    synchronized void interrupt() {
        interrupted = true;
        threads.forEach(TenureWork::interrupt);
    }

    private static void interrupt(Thread thread, WorkThread entry) {
        synchronized (entry) {
            if (!entry.left) {
                entry.interrupted = true;
                thread.interrupt();
            }
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
            interrupted = true;
            idle = running == 0;
        }
        if (idle) {
            onStopped.run();
        } else {
            interruptElsewhere();
        }
    }

    /** An interrupt closes the channel in which a thread waits. That can block, and the event loop must not. */
    private void interruptElsewhere() {
        try {
            INTERRUPTS.execute(this::interruptEach);
        } catch (RuntimeException | Error noThread) {
            interrupt();
        }
    }

    private void interruptEach() {
        try {
            Map<Thread, WorkThread> inside;
            synchronized (this) {
                inside = Map.copyOf(threads);
            }
            inside.forEach(TenureWork::interrupt);
        } catch (VirtualMachineError exhausted) {
            interrupt();
        }
    }

    /** Enters an action of a gate on the current thread, and returns whether it may run. {@link #act} leaves it. */
    synchronized boolean tryEnter() {
        if (ended || !leadership.isValid()) {
            return false;
        }
        enter();
        running++;
        return true;
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
                reportFailure(work, backoff, since, failure);
            }
        } finally {
            leave();
        }
    }

    /** Waits until there is memory for the report: without it, a leader would go on that does nothing. */
    private void reportFailure(LeaderWork work, WorkBackoff backoff, long since, Throwable failure) {
        boolean reported = false;
        do {
            try {
                Duration ran = Duration.ofNanos(environment.clock().nanos() - since);
                failed(work, backoff.failedAfter(ran), failure);
                reported = true;
            } catch (VirtualMachineError exhausted) {
                LockSupport.parkNanos(MEMORY_RETRY_NANOS);
            }
        } while (!reported && !hasEnded());
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
        if (left != null) {
            restoreInterrupt(left);
        }
        if (last) {
            reportStopped();
        }
    }

    /** Waits until there is memory for the report: without it, the candidate would never try to acquire again. */
    private void reportStopped() {
        boolean reported = false;
        while (!reported) {
            try {
                onStopped.run();
                reported = true;
            } catch (VirtualMachineError exhausted) {
                LockSupport.parkNanos(MEMORY_RETRY_NANOS);
            }
        }
    }

    /** Clears an interrupt that was for the work, not for what the thread does next. */
    private static void restoreInterrupt(WorkThread left) {
        synchronized (left) {
            left.left = true;
        }
        if (left.interrupted) {
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

    /** A thread inside work or gates of this tenure, which can be nested. Guards the interrupt until it has left. */
    private static final class WorkThread {
        private final boolean interruptedBefore;
        private boolean interrupted;
        private boolean left;
        private int depth;

        WorkThread(boolean interruptedBefore) {
            this.interruptedBefore = interruptedBefore;
        }
    }
}
