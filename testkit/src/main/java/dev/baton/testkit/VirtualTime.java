package dev.baton.testkit;

import dev.baton.runtime.Environment;
import dev.baton.runtime.Loop;
import dev.baton.spi.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Clocks and a loop that move only when they are told to: the same runtime, without waiting.
 *
 * <p>Tasks run at once, on the thread that brought them, one after the other; timers run when {@link
 * #advance} passes them, in order. Work bodies run on real threads.
 */
public final class VirtualTime implements Clock, Loop {
    private static final long START_WALL = 1_800_000_000_000L;

    private final PriorityQueue<Alarm> alarms = new PriorityQueue<>();
    private final Deque<Runnable> inbox = new ArrayDeque<>();
    private final ExecutorService work = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "virtual-work");
        thread.setDaemon(true);
        return thread;
    });
    private final Object turn = new Object();
    private boolean draining;
    private long sequence;
    private volatile long nanos;
    private volatile long wallOffset = START_WALL;

    /** Where a runtime lives on this time. */
    public Environment environment() {
        return new Environment(this, this, this::execute, work);
    }

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public long wallMillis() {
        return wallOffset + TimeUnit.NANOSECONDS.toMillis(nanos);
    }

    /** Moves both clocks forward and runs all timers on the way, in order. */
    public void advance(Duration by) {
        long end = nanos + by.toNanos();
        while (true) {
            Alarm next;
            synchronized (turn) {
                next = alarms.peek();
                if (next == null || next.at > end) {
                    break;
                }
                alarms.poll();
                nanos = Math.max(next.at, nanos);
            }
            execute(next);
        }
        synchronized (turn) {
            nanos = end;
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
            if (draining) {
                return;
            }
            draining = true;
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

    private void drain() {
        while (true) {
            Runnable task;
            synchronized (turn) {
                task = inbox.poll();
                if (task == null) {
                    draining = false;
                    return;
                }
            }
            task.run();
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
