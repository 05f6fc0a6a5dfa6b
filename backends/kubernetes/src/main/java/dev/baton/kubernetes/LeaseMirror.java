package dev.baton.kubernetes;

import dev.baton.kubernetes.api.KubeApi;
import dev.baton.kubernetes.api.KubeException;
import dev.baton.kubernetes.api.KubeListing;
import dev.baton.kubernetes.api.KubeObject;
import dev.baton.kubernetes.api.KubeWatchListener;
import dev.baton.support.thread.LastingLoop;
import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One thread that reports every change of the Leases in the namespace: those that a watch pushes, and at every interval a
 * list. A broken watch can go unnoticed for minutes, so only the list shows that the state is recent. Without the
 * permission to list, it reads the Leases one by one.
 */
final class LeaseMirror implements AutoCloseable {
    /** Everything but the statuses, which change all the time. */
    private static final String SELECTOR = Marks.KIND + "!=" + LeaseRosters.KIND;

    private static final Duration WATCH_LIFETIME = Duration.ofMinutes(1);
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final KubeApi api;
    private final Duration interval;
    private final BlockingQueue<Signal> signals = new LinkedBlockingQueue<>();
    private @Nullable LeaseChanges changes;
    private volatile boolean closed;

    // Only for the thread of the mirror.
    private @Nullable AutoCloseable watch;
    private long watchNumber;
    private long watchUntil;
    private long listAt = System.nanoTime();
    private long listedAt = listAt;
    private long listedRevision;
    private boolean named;

    /** What the mirror does next. */
    private sealed interface Signal {
        record Changed(KubeObject object, boolean deleted) implements Signal {}

        record WatchEnded(long number) implements Signal {}

        record ListNow() implements Signal {}
    }

    LeaseMirror(KubeApi api, Duration interval) {
        this.api = api;
        this.interval = interval;
    }

    /** Starts the thread, unless it runs. */
    synchronized void start(LeaseChanges to) {
        if (changes == null && !closed) {
            changes = to;
            NamedThreads.start("baton-kubernetes-watch", () -> {
                LastingLoop.run("the watch of Leases", () -> round(to));
                closeWatch();
            });
        } else {
            signals.add(new Signal.ListNow());
        }
    }

    private boolean round(LeaseChanges to) throws InterruptedException {
        if (System.nanoTime() - listAt >= 0) {
            list(to);
        }
        Signal next = signals.poll(Math.max(1, listAt - System.nanoTime()), TimeUnit.NANOSECONDS);
        if (next instanceof Signal.Changed changed) {
            // A list can overtake what the watch has pushed: an older state must not follow it.
            if (changed.object().revision() > listedRevision) {
                to.changed(changed.object(), changed.deleted());
            }
        } else if (next instanceof Signal.WatchEnded ended && ended.number() == watchNumber) {
            watch = null;
            listAt = Math.min(listAt, System.nanoTime() + RETRY_NANOS);
        } else if (next instanceof Signal.ListNow && !closed) {
            // Many observers can start at once.
            listAt = Math.min(listAt, Math.max(System.nanoTime(), listedAt + RETRY_NANOS));
        }
        return !closed;
    }

    private void list(LeaseChanges to) {
        listedAt = System.nanoTime();
        listAt = listedAt + interval.toNanos();
        try {
            Optional<KubeListing> listing = named ? Optional.empty() : listing();
            List<KubeObject> objects = listing.isPresent() ? listing.get().objects() : readByName(to.leaseNames());
            listedRevision =
                    objects.stream().mapToLong(KubeObject::revision).max().orElse(listedRevision);
            to.listed(objects);
            if (listing.isPresent() && (watch == null || System.nanoTime() - watchUntil >= 0)) {
                openWatch(listing.get().version());
            }
        } catch (KubeException failed) {
            KubernetesBackend.LOG.debug("cannot read the Leases; trying again", failed);
            listAt = System.nanoTime() + Math.min(interval.toNanos(), 5 * RETRY_NANOS);
            to.failed(failed);
        }
    }

    /** Returns empty if the user may only read Leases by their name. */
    private Optional<KubeListing> listing() {
        try {
            return Optional.of(api.list(SELECTOR));
        } catch (KubeException failed) {
            if (failed.isForbidden()) {
                named = true;
                KubernetesBackend.LOG.info(
                        "no permission to list Leases in {}; reading them by name every {} ms",
                        api.namespace(),
                        interval.toMillis());
                return Optional.empty();
            }
            throw failed;
        }
    }

    private List<KubeObject> readByName(List<String> names) {
        List<KubeObject> objects = new ArrayList<>();
        names.forEach(name -> api.get(name).ifPresent(objects::add));
        return objects;
    }

    private void openWatch(String version) {
        closeWatch();
        long number = ++watchNumber;
        watchUntil = System.nanoTime() + WATCH_LIFETIME.toNanos();
        watch = api.watch(SELECTOR, version, new KubeWatchListener() {
            @Override
            public void changed(KubeObject object) {
                signals.add(new Signal.Changed(object, false));
            }

            @Override
            public void deleted(KubeObject object) {
                signals.add(new Signal.Changed(object, true));
            }

            @Override
            public void ended(String reason) {
                signals.add(new Signal.WatchEnded(number));
            }
        });
    }

    private void closeWatch() {
        AutoCloseable open = watch;
        watch = null;
        if (open != null) {
            try {
                open.close();
            } catch (Exception ended) {
                KubernetesBackend.LOG.debug("cannot close the watch", ended);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        signals.add(new Signal.ListNow());
    }
}
