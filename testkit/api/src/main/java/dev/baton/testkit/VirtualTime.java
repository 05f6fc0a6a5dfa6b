package dev.baton.testkit;

import dev.baton.BatonClock;
import dev.baton.internal.runtime.EventLoop;
import dev.baton.internal.runtime.RuntimeEnvironment;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clocks and a loop that move only when they are told to: the same runtime, without waiting.
 *
 * <p>Tasks run at once, on the thread that brought them, one after the other; timers run when {@link
 * #advance} passes them, in order. Work bodies run on real threads.
 */
public final class VirtualTime implements BatonClock, EventLoop {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final long START_WALL = 1_800_000_000_000L;

    private final PriorityQueue<Alarm> alarms = new PriorityQueue<>();
    private final Deque<Runnable> inbox = new ArrayDeque<>();
    private final ExecutorService work = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "virtual-work");
        thread.setDaemon(true);
        return thread;
    });
    private final Object turn = new Object();
    private @Nullable Thread drainer;
    private long sequence;
    private volatile long nanos;
    private volatile long wallOffset = START_WALL;

    /** Where a runtime lives on this time. */
    public RuntimeEnvironment environment() {
        return new RuntimeEnvironment(this, this, this::execute, this::runWork);
    }

    private void runWork(Runnable body) {
        work.execute(body);
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
     * Moves both clocks forward and runs all timers on the way, in order; those of one instant run before
     * what they bring about. Time stands still while another thread runs tasks.
     */
    public void advance(Duration by) {
        long end = nanos + by.toNanos();
        while (becomeDue(end)) {
            drain();
        }
    }

    /** Moves on to the next instant at which something is due, at most to the end; false at the end. */
    private boolean becomeDue(long end) {
        synchronized (turn) {
            awaitTurn();
            Alarm next = alarms.peek();
            if (next == null || next.at > end) {
                nanos = end;
                return false;
            }
            nanos = Math.max(next.at, nanos);
            for (; next != null && next.at <= nanos; next = alarms.peek()) {
                inbox.add(next);
                alarms.poll();
            }
            return true;
        }
    }

    private void awaitTurn() {
        boolean interrupted = false;
        while (drainer != null && drainer != Thread.currentThread()) {
            try {
                turn.wait();
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Steps the wall clock alone, either way. */
    public void stepWallClock(Duration by) {
        synchronized (turn) {
            wallOffset += by.toMillis();
        }
    }

    /** Suspends the machine: the wall clock goes on, the monotonic one and every timer stand still. */
    public void suspend(Duration by) {
        stepWallClock(by);
    }

    @Override
    public void execute(Runnable task) {
        synchronized (turn) {
            inbox.add(task);
        }
        drain();
    }

    @Override
    public Timer at(long when, Runnable task) {
        synchronized (turn) {
            Alarm alarm = new Alarm(when, sequence++, task);
            alarms.add(alarm);
            return alarm;
        }
    }

    /** Does nothing: time belongs to the test, and goes on when one of its connections closes. */
    @Override
    public void close() {
        // Timers of a closed connection find nothing to do.
    }

    /** Runs what waits, unless somebody does already. */
    private void drain() {
        synchronized (turn) {
            if (drainer != null) {
                return;
            }
            drainer = Thread.currentThread();
        }
        while (true) {
            Runnable task;
            synchronized (turn) {
                task = inbox.poll();
                if (task == null) {
                    drainer = null;
                    turn.notifyAll();
                    return;
                }
            }
            run(task);
        }
    }

    /** As on a loop with a thread of its own: a task that fails does not keep the next from running. */
    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error failure) {
            LOG.error("a task on virtual time failed; time goes on", failure);
        }
    }

    private static final class Alarm implements Timer, Runnable, Comparable<Alarm> {
        final long at;
        final long sequence;
        final Runnable task;
        volatile boolean cancelled;

        Alarm(long at, long sequence, Runnable task) {
            this.at = at;
            this.sequence = sequence;
            this.task = task;
        }

        @Override
        public void run() {
            if (!cancelled) {
                task.run();
            }
        }

        @Override
        public void cancel() {
            cancelled = true;
        }

        @Override
        public int compareTo(Alarm other) {
            return at != other.at ? Long.compare(at, other.at) : Long.compare(sequence, other.sequence);
        }
    }
}
