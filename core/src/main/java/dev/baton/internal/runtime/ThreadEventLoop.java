package dev.baton.internal.runtime;

import dev.baton.BatonClock;
import dev.baton.support.thread.NamedThreads;
import java.util.PriorityQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An event loop with its own thread, on the monotonic time of the given clock. The thread starts with the first task. */
final class ThreadEventLoop implements EventLoop {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    /** After this time a timer that failed for lack of memory or threads runs again. */
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final ConcurrentLinkedQueue<Runnable> inbox = new ConcurrentLinkedQueue<>();
    private final PriorityQueue<ScheduledTask> scheduled = new PriorityQueue<>();
    private final BatonClock clock;
    private final Thread thread;
    private final AtomicBoolean started = new AtomicBoolean();
    private volatile boolean closed;
    private long sequence;

    ThreadEventLoop(BatonClock clock) {
        this.clock = clock;
        thread = NamedThreads.daemon("baton-loop", this::run);
    }

    @Override
    public void execute(Runnable task) {
        inbox.add(task);
        if (!started.get() && started.compareAndSet(false, true)) {
            thread.start();
        }
        if (Thread.currentThread() != thread) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public Timer at(long nanos, Runnable task) {
        ScheduledTask entry = new ScheduledTask(nanos, task);
        if (Thread.currentThread() == thread) {
            add(entry);
        } else {
            execute(() -> add(entry));
        }
        return entry;
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }

    private void add(ScheduledTask entry) {
        entry.sequence = sequence++;
        scheduled.add(entry);
    }

    private void run() {
        while (!closed) {
            boolean ranScheduled = runScheduled();
            boolean ranInbox = runInbox();
            if (!ranScheduled && !ranInbox && inbox.isEmpty() && !closed) {
                ScheduledTask next = scheduled.peek();
                if (next == null) {
                    LockSupport.park(this);
                } else {
                    long wait = next.nanos - clock.nanos();
                    if (wait > 0) {
                        LockSupport.parkNanos(this, wait);
                    }
                }
            }
        }
    }

    private boolean runScheduled() {
        boolean any = false;
        for (ScheduledTask next = scheduled.peek();
                next != null && next.nanos - clock.nanos() <= 0;
                next = scheduled.peek()) {
            scheduled.poll();
            Runnable task = next.task;
            if (task != null) {
                runScheduled(next, task);
            }
            any = true;
        }
        return any;
    }

    /** A timer is never lost: without it, nothing would end a tenure or make the next attempt. This needs no memory. */
    private void runScheduled(ScheduledTask entry, Runnable task) {
        try {
            task.run();
        } catch (VirtualMachineError exhausted) {
            entry.nanos = clock.nanos() + RETRY_NANOS;
            scheduled.add(entry);
        } catch (Throwable failure) {
            report(failure);
        }
    }

    private boolean runInbox() {
        boolean any = false;
        for (Runnable task = inbox.poll(); task != null; task = inbox.poll()) {
            run(task);
            any = true;
            ScheduledTask next = scheduled.peek();
            if (next != null && next.nanos - clock.nanos() <= 0) {
                break;
            }
        }
        return any;
    }

    /** Tasks handle their own failures. One that gets through must not end the loop. */
    private static void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable failure) {
            report(failure);
        }
    }

    private static void report(Throwable failure) {
        try {
            LOG.error("event loop task failed; the loop continues", failure);
        } catch (Throwable notLogged) {
            // Without memory for a message the loop continues all the same: renewals depend on it.
        }
    }

    private static final class ScheduledTask implements Timer, Comparable<ScheduledTask> {
        long nanos;
        volatile Runnable task;
        long sequence;

        ScheduledTask(long nanos, Runnable task) {
            this.nanos = nanos;
            this.task = task;
        }

        @Override
        @SuppressWarnings("NullAway") // frees what the task refers to; the reader checks for null
        public void cancel() {
            task = null;
        }

        @Override
        public int compareTo(ScheduledTask other) {
            int byTime = Long.compare(nanos - other.nanos, 0);
            return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
        }
    }
}
