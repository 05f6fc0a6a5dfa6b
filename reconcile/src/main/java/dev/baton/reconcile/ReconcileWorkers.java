package dev.baton.reconcile;

import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** The threads that reconcile in one tenure. They have ended, or were given up after ten seconds, when this is closed. */
final class ReconcileWorkers implements AutoCloseable {
    private static final Duration JOIN_LIMIT = Duration.ofSeconds(10);

    private final List<Thread> threads = new ArrayList<>();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    /** The work of one thread. It returns when the tenure has ended. */
    interface Body {
        void run() throws InterruptedException;
    }

    /** @param onFailure called after one of the threads has failed */
    ReconcileWorkers(int number, String name, Body body, Runnable onFailure) {
        for (int i = 0; i < number; i++) {
            threads.add(NamedThreads.start("baton-reconcile-" + name + "-" + i, () -> {
                try {
                    body.run();
                } catch (InterruptedException closed) {
                    Thread.currentThread().interrupt();
                } catch (Throwable failed) {
                    failure.compareAndSet(null, failed);
                    onFailure.run();
                }
            }));
        }
    }

    /** Returns what ended the first thread that failed. */
    Optional<Throwable> failure() {
        return Optional.ofNullable(failure.get());
    }

    /** Ends all threads. An interrupt of the caller waits, because the leadership must not end before the writes. */
    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
        UninterruptedJoin join = new UninterruptedJoin(JOIN_LIMIT);
        for (Thread thread : threads) {
            if (!join.await(thread)) {
                Reconciler.LOG.warn(
                        "{} has not ended within {} ms; the fence stops its writes",
                        thread.getName(),
                        JOIN_LIMIT.toMillis());
            }
        }
    }
}
