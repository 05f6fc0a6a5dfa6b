package dev.baton.reconcile;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the driver's watch open: one that ends in any way is opened again after a doubling backoff. On the leader its events
 * are queued; on a standby only the index changes.
 */
final class ResourceWatch<T> implements Runnable {
    private final ResourceDriver<T> driver;
    private final ReconcileContext<?, T> context;
    private final Events events;
    private volatile boolean closed;
    private final AtomicInteger failures = new AtomicInteger();
    private volatile @Nullable Cut cut;

    /** When the watch was cut, when it is opened again, and why it was cut. */
    private record Cut(long sinceNanos, long againNanos, String why) {}

    /** Receives what the watch has found out. */
    interface Events {
        void changed(String id);

        void gone(String id);

        void completed();

        void platform();
    }

    ResourceWatch(ResourceDriver<T> driver, ReconcileContext<?, T> context, Events events) {
        this.driver = driver;
        this.context = context;
        this.events = events;
    }

    /** Runs until it is closed. A driver may have cleared the flag of the interrupt that ended its watch. */
    @Override
    public void run() {
        while (!closed) {
            Duration wait = watchOnce();
            try {
                if (!closed) {
                    TimeUnit.NANOSECONDS.sleep(wait.toNanos());
                }
            } catch (InterruptedException woken) {
                // Closed; or the driver's interrupt came late, and the watch is opened at once.
            }
        }
    }

    private Duration watchOnce() {
        OpenWatch watch = new OpenWatch();
        String why = "the driver ended it";
        context.index().begin();
        try {
            driver.watch(watch);
        } catch (Throwable broken) {
            // An Error too must not end the watch for good.
            why = broken.toString();
        } finally {
            watch.open = false;
            context.index().end();
        }
        Duration backoff = context.settings().backoff(failures.incrementAndGet());
        Duration wait =
                Duration.ofNanos(Math.round(backoff.toNanos() * context.jitter().getAsDouble()));
        long now = context.clock().nanos();
        Cut before = cut;
        cut = new Cut(before == null ? now : before.sinceNanos, now + wait.toNanos(), why);
        if (!closed) {
            Reconciler.LOG.warn(
                    "watch of {} failed; reopening it in {} ms: {}",
                    context.resources().type(),
                    wait.toMillis(),
                    why);
        }
        return wait;
    }

    /** Returns since when the watch is cut, why, and when it is opened again; empty while it is open. */
    Optional<String> cut() {
        Cut now = cut;
        if (now == null) {
            return Optional.empty();
        }
        long nanos = context.clock().nanos();
        long again = TimeUnit.NANOSECONDS.toMillis(Math.max(0, now.againNanos - nanos));
        return Optional.of("watch cut for " + TimeUnit.NANOSECONDS.toMillis(nanos - now.sinceNanos)
                + " ms, next try in " + again + " ms: " + now.why);
    }

    int failures() {
        return failures.get();
    }

    void close() {
        closed = true;
    }

    /** One watch. What a driver reports after its end does not count. */
    private final class OpenWatch implements ResourceDriver.Stream<T> {
        private volatile boolean open = true;

        @Override
        public void seen(String id, ResourceSighting<T> sighting) {
            if (open && context.index().seen(id, sighting, context.clock().nanos())) {
                events.changed(id);
            }
        }

        @Override
        public void gone(String id) {
            gone(id, 0);
        }

        @Override
        public void gone(String id, long generation) {
            if (open && context.index().gone(id, generation)) {
                events.gone(id);
            }
        }

        /** A watch that reported everything has worked, so that the next failure counts as the first. */
        @Override
        public void complete() {
            if (open) {
                failures.set(0);
                cut = null;
                context.index().complete();
                events.completed();
            }
        }

        @Override
        public void platform(String what) {
            if (open) {
                events.platform();
            }
        }
    }
}
