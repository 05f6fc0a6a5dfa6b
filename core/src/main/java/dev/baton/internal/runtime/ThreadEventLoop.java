package dev.baton.internal.runtime;

import java.util.PriorityQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A loop with a thread of its own, on the machine's monotonic clock. The thread starts with its first task. */
final class ThreadEventLoop implements EventLoop {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final ConcurrentLinkedQueue<Runnable> inbox = new ConcurrentLinkedQueue<>();
    private final PriorityQueue<Alarm> alarms = new PriorityQueue<>();
    private final Thread thread;
    private final AtomicBoolean started = new AtomicBoolean();
    private volatile boolean closed;
    private long sequence;

    ThreadEventLoop() {
        thread = new Thread(this::run, "baton-loop");
        thread.setDaemon(true);
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
        Alarm alarm = new Alarm(nanos, task);
        if (Thread.currentThread() == thread) {
            add(alarm);
        } else {
            execute(() -> add(alarm));
        }
        return alarm;
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }

    private void add(Alarm alarm) {
        alarm.sequence = sequence++;
        alarms.add(alarm);
    }

    private void run() {
        while (!closed) {
            boolean rang = runAlarms();
            boolean ran = runInbox();
            if (!rang && !ran && inbox.isEmpty() && !closed) {
                Alarm next = alarms.peek();
                if (next == null) {
                    LockSupport.park(this);
                } else {
                    long wait = next.nanos - System.nanoTime();
                    if (wait > 0) {
                        LockSupport.parkNanos(this, wait);
                    }
                }
            }
        }
    }

    private boolean runAlarms() {
        boolean any = false;
        for (Alarm next = alarms.peek(); next != null && next.nanos - System.nanoTime() <= 0; next = alarms.peek()) {
            alarms.poll();
            Runnable task = next.task;
            if (task != null) {
                run(task);
            }
            any = true;
        }
        return any;
    }

    private boolean runInbox() {
        boolean any = false;
        for (Runnable task = inbox.poll(); task != null; task = inbox.poll()) {
            run(task);
            any = true;
            Alarm next = alarms.peek();
            if (next != null && next.nanos - System.nanoTime() <= 0) {
                break;
            }
        }
        return any;
    }

    /** A task that fails has its own handler; what gets past that must not end the loop. */
    private static void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable failure) {
            LOG.error("a task of the loop failed; the loop goes on", failure);
        }
    }

    private static final class Alarm implements Timer, Comparable<Alarm> {
        final long nanos;
        volatile Runnable task;
        long sequence;

        Alarm(long nanos, Runnable task) {
            this.nanos = nanos;
            this.task = task;
        }

        @Override
        @SuppressWarnings("NullAway") // dropping the task frees what it holds; the reader checks
        public void cancel() {
            task = null;
        }

        @Override
        public int compareTo(Alarm other) {
            int byTime = Long.compare(nanos - other.nanos, 0);
            return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
        }
    }
}
