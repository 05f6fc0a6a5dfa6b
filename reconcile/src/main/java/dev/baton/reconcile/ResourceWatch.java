package dev.baton.reconcile;

import dev.baton.support.thread.LastingLoop;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the driver's watch open: one that ends in any way, or is silent for too long, is opened again after a doubling
 * backoff. On the leader its events are queued; on a standby only the index changes.
 */
final class ResourceWatch<T> implements Runnable {
    /** The clock may be a virtual one, so that no wait for it is longer than this. */
    private static final Duration LONGEST_WAIT = Duration.ofMillis(200);

    private final ReconcileContext<?, T> context;
    private final Events events;
    private final WatchCalls<T> calls;
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
        this.context = context;
        this.events = events;
        this.calls = new WatchCalls<>(
                driver, context.resources().type(), context.settings().callTimeout());
    }

    /** Runs until it is closed and interrupted. */
    @Override
    public void run() {
        LastingLoop.run("the watch of " + context.resources().type(), () -> {
            if (!closed) {
                Duration wait = watchOnce();
                TimeUnit.NANOSECONDS.sleep(closed ? 0 : wait.toNanos());
            }
            return !closed;
        });
    }

    private Duration watchOnce() throws InterruptedException {
        OpenWatch watch = new OpenWatch();
        Optional<String> why;
        try {
            context.index().begin(context.clock().nanos());
            why = awaitEnd(watch);
        } catch (RuntimeException | Error failed) {
            // No call of the driver has begun, for example because there is no thread for it.
            why = Optional.of(failed.toString());
            end(watch);
        }
        return why.isPresent()
                ? cut(why.get(), false)
                : cut("no sign of life for " + context.settings().watchTimeout().toMillis() + " ms", true);
    }

    /** Returns why the watch has ended; empty if it is silent for too long. */
    private Optional<String> awaitEnd(OpenWatch watch) throws InterruptedException {
        try (WatchCalls<T>.Call call = calls.open(watch)) {
            try {
                Optional<String> why;
                do {
                    why = call.awaitEnd(LONGEST_WAIT);
                } while (why.isEmpty() && !isSilent());
                return why;
            } finally {
                end(watch);
            }
        }
    }

    /** The driver may take some time to end its call. The watch does not count as open meanwhile. */
    private void end(OpenWatch watch) {
        watch.close();
        context.index().end();
        if (cut == null) {
            long now = context.clock().nanos();
            cut = new Cut(now, now, "the call of the driver ends");
        }
    }

    private boolean isSilent() {
        Duration silent = context.index().silentFor(context.clock().nanos()).orElse(Duration.ZERO);
        return silent.compareTo(context.settings().watchTimeout()) >= 0;
    }

    /** A watch that worked and fell silent is opened at once: the platform may just have had nothing to report. */
    private Duration cut(String why, boolean silent) {
        int times = failures.incrementAndGet();
        Duration backoff = context.settings().backoff(times);
        Duration wait = silent && times == 1
                ? Duration.ZERO
                : Duration.ofNanos(
                        Math.round(backoff.toNanos() * context.jitter().getAsDouble()));
        long now = context.clock().nanos();
        Cut before = cut;
        cut = new Cut(before == null ? now : before.sinceNanos, now + wait.toNanos(), why);
        if (wait.isZero()) {
            Reconciler.LOG.debug(
                    "watch of {} is opened again: {}", context.resources().type(), why);
        } else if (!closed) {
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
        private boolean open = true;

        synchronized void close() {
            open = false;
        }

        private boolean isAlive() {
            if (open) {
                context.index().alive(context.clock().nanos());
            }
            return open;
        }

        @Override
        public synchronized void seen(String id, ResourceSighting<T> sighting) {
            if (isAlive() && context.index().seen(id, sighting, context.clock().nanos())) {
                events.changed(id);
            }
        }

        @Override
        public void gone(String id) {
            gone(id, 0);
        }

        @Override
        public synchronized void gone(String id, long generation) {
            if (isAlive() && context.index().gone(id, generation)) {
                events.gone(id);
            }
        }

        /** A watch that reported everything has worked, so that the next failure counts as the first. */
        @Override
        public synchronized void complete() {
            if (isAlive()) {
                failures.set(0);
                cut = null;
                context.index().complete();
                events.completed();
            }
        }

        @Override
        public synchronized void alive() {
            isAlive();
        }

        @Override
        public synchronized void platform(String what) {
            if (isAlive()) {
                events.platform();
            }
        }
    }
}
