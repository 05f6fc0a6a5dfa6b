package dev.baton.testkit;

import dev.baton.BatonClock;
import dev.baton.internal.runtime.EventLoop;
import dev.baton.internal.runtime.RuntimeEnvironment;
import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clocks and an event loop that move only when a test moves them, so that tests do not wait.
 *
 * <p>Tasks run at once on the calling thread, one after the other. Timers run in order when {@link #advance} reaches
 * them. Work and health checks run on real threads.
 *
 * <pre>{@code
 * VirtualTime time = new VirtualTime();
 * Baton baton = TestBaton.connect(new MemoryStore(), time);
 * time.advance(Duration.ofMinutes(1));
 * }</pre>
 */
public final class VirtualTime implements BatonClock, EventLoop {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final long START_WALL = 1_800_000_000_000L;
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final PriorityQueue<ScheduledTask> scheduled =
            new PriorityQueue<>(Comparator.comparingLong(ScheduledTask::at).thenComparingLong(ScheduledTask::sequence));
    private final Deque<Runnable> inbox = new ArrayDeque<>();
    private final ExecutorService work = NamedThreads.unbounded("virtual-work");
    private final Object lock = new Object();
    private @Nullable Thread drainer;
    private long sequence;
    private volatile long nanos;
    private volatile long wallOffset = START_WALL;

    /** Returns an environment for a connection on this time. */
    public RuntimeEnvironment environment() {
        return new RuntimeEnvironment(this, this, this::execute, work);
    }

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public long wallMillis() {
        return wallOffset + TimeUnit.NANOSECONDS.toMillis(nanos);
    }

    /**
     * Moves both clocks forward and runs all timers on the way, in order. Timers of the same time run before the tasks
     * that they cause. Time does not move while another thread runs tasks.
     */
    public void advance(Duration by) {
        long end = nanos + by.toNanos();
        while (moveToNextTimer(end)) {
            drain();
        }
    }

    /** Moves to the next timer, or to the end if there is none before it; returns whether there was one. */
    private boolean moveToNextTimer(long end) {
        synchronized (lock) {
            awaitDrained();
            ScheduledTask next = scheduled.peek();
            if (next == null || next.at > end) {
                nanos = end;
                return false;
            }
            nanos = Math.max(next.at, nanos);
            for (; next != null && next.at <= nanos; next = scheduled.peek()) {
                inbox.add(next.task);
                scheduled.poll();
            }
            return true;
        }
    }

    private void awaitDrained() {
        boolean interrupted = false;
        while (drainer != null && drainer != Thread.currentThread()) {
            try {
                lock.wait();
            } catch (InterruptedException kept) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Steps the wall clock alone, forward or backward. */
    public void stepWallClock(Duration by) {
        synchronized (lock) {
            wallOffset += by.toMillis();
        }
    }

    /** Simulates a suspend: the wall clock moves forward, the monotonic clock and the timers do not. */
    public void suspend(Duration by) {
        stepWallClock(by);
    }

    @Override
    public void execute(Runnable task) {
        synchronized (lock) {
            inbox.add(task);
        }
        drain();
    }

    @Override
    public Timer at(long when, Runnable task) {
        AtomicBoolean cancelled = new AtomicBoolean();
        schedule(when, task, cancelled);
        return () -> cancelled.set(true);
    }

    /** Like the real loop: a timer that fails for lack of memory or threads runs again. */
    private void schedule(long when, Runnable task, AtomicBoolean cancelled) {
        Runnable unlessCancelled = () -> {
            if (cancelled.get()) {
                return;
            }
            try {
                task.run();
            } catch (VirtualMachineError exhausted) {
                schedule(nanos + RETRY_NANOS, task, cancelled);
                throw exhausted;
            }
        };
        synchronized (lock) {
            scheduled.add(new ScheduledTask(when, sequence++, unlessCancelled));
        }
    }

    /** Does nothing: the time of the test continues when one of its connections closes. */
    @Override
    public void close() {
        // Nothing to free.
    }

    /** Runs the queued tasks, unless another thread is running them. */
    private void drain() {
        synchronized (lock) {
            if (drainer != null) {
                return;
            }
            drainer = Thread.currentThread();
        }
        while (true) {
            Runnable task;
            synchronized (lock) {
                task = inbox.poll();
                if (task == null) {
                    drainer = null;
                    lock.notifyAll();
                    return;
                }
            }
            run(task);
        }
    }

    /** Like the real loop: a failed task does not prevent the next one from running. */
    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error failure) {
            LOG.error("task failed; virtual time continues", failure);
        }
    }

    private record ScheduledTask(long at, long sequence, Runnable task) {}
}
