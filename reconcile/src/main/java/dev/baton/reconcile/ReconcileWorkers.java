package dev.baton.reconcile;

import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The threads that reconcile in one tenure, and at most as many that wait for slow calls. They have ended, or were given up
 * after ten seconds, when this is closed. Thread-safe.
 */
final class ReconcileWorkers implements SpareThreads, AutoCloseable {
    private static final Duration JOIN_LIMIT = Duration.ofSeconds(10);

    private final int number;
    private final String name;
    private final Runnable onFailure;
    private final List<Thread> threads = new ArrayList<>();
    private final List<Thread> spare = new ArrayList<>();
    private boolean closed;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    /** The work of one thread. It returns when the tenure has ended. */
    interface Body {
        void run() throws InterruptedException;
    }

    /** @param onFailure called after one of the threads has failed */
    ReconcileWorkers(int number, String name, Runnable onFailure) {
        this.number = number;
        this.name = "baton-reconcile-" + name;
        this.onFailure = onFailure;
    }

    /** Starts the threads that reconcile. Callable once. */
    void start(Body body) {
        for (int i = 0; i < number; i++) {
            threads.add(thread(name + "-" + i, body));
        }
        try {
            threads.forEach(Thread::start);
        } catch (RuntimeException | Error noThread) {
            close();
            throw noThread;
        }
    }

    private Thread thread(String title, Body body) {
        return NamedThreads.daemon(title, () -> {
            try {
                body.run();
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            } catch (Throwable failed) {
                failure.compareAndSet(null, failed);
                onFailure.run();
            }
        });
    }

    @Override
    public synchronized boolean tryRun(Body body) {
        spare.removeIf(thread -> !thread.isAlive());
        if (closed || spare.size() >= number) {
            return false;
        }
        try {
            Thread thread = thread(name + "-slow", body);
            thread.start();
            spare.add(thread);
            return true;
        } catch (OutOfMemoryError noThread) {
            return false;
        }
    }

    /** Returns what ended the first thread that failed. */
    Optional<Throwable> failure() {
        return Optional.ofNullable(failure.get());
    }

    /** Ends all threads. An interrupt of the caller waits, because the leadership must not end before the writes. */
    @Override
    public void close() {
        List<Thread> all = end();
        all.forEach(Thread::interrupt);
        UninterruptedJoin join = new UninterruptedJoin(JOIN_LIMIT);
        for (Thread thread : all) {
            if (!join.await(thread)) {
                Reconciler.LOG.warn(
                        "{} has not ended within {} ms; the fence stops its writes",
                        thread.getName(),
                        JOIN_LIMIT.toMillis());
            }
        }
    }

    private synchronized List<Thread> end() {
        closed = true;
        List<Thread> all = new ArrayList<>(threads);
        all.addAll(spare);
        return all;
    }
}
