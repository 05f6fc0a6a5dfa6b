package dev.baton.kubernetes;

import dev.baton.kubernetes.api.KubeApi;
import dev.baton.kubernetes.api.KubeListing;
import dev.baton.kubernetes.api.KubeObject;
import dev.baton.kubernetes.api.KubeSelection;
import dev.baton.kubernetes.api.KubeWatchListener;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Leases that are listed together, and the watch that continues from the list. Used by one thread; only the events of the
 * watch come from others, and they go to the queue.
 */
final class WatchedLeases {
    private static final Duration LIFETIME = Duration.ofMinutes(1);
    private static final Duration RETRY = Duration.ofMillis(50);
    private static final Duration EARLY = Duration.ofSeconds(1);
    private static final int MOST_DOUBLINGS = 10;

    private final KubeApi api;
    private final KubeSelection selection;
    private final Consumer<Event> queue;
    private @Nullable AutoCloseable watch;
    private long watchNumber;
    private long watchUntil;
    private int earlyEnds;
    private long listedRevision;

    /** What a watch reported. */
    sealed interface Event {
        record Changed(WatchedLeases from, KubeObject object, boolean deleted) implements Event {}

        record Ended(WatchedLeases from, long number) implements Event {}
    }

    WatchedLeases(KubeApi api, KubeSelection selection, Consumer<Event> queue) {
        this.api = api;
        this.selection = selection;
        this.queue = queue;
    }

    KubeListing list() {
        KubeListing listing = api.list(selection);
        listedRevision =
                listing.objects().stream().mapToLong(KubeObject::revision).max().orElse(listedRevision);
        return listing;
    }

    /** A list can overtake what the watch has pushed: an older state must not follow it. */
    boolean isNews(KubeObject object) {
        return object.revision() > listedRevision;
    }

    /** Continues from the list with a watch, unless a recent one is open. */
    void watchFrom(KubeListing listing) {
        if (watch == null || System.nanoTime() - watchUntil >= 0) {
            close();
            long number = ++watchNumber;
            watchUntil = System.nanoTime() + LIFETIME.toNanos();
            watch = api.watch(selection, listing.version(), new KubeWatchListener() {
                @Override
                public void changed(KubeObject object) {
                    queue.accept(new Event.Changed(WatchedLeases.this, object, false));
                }

                @Override
                public void deleted(KubeObject object) {
                    queue.accept(new Event.Changed(WatchedLeases.this, object, true));
                }

                @Override
                public void ended(String reason) {
                    queue.accept(new Event.Ended(WatchedLeases.this, number));
                }
            });
        }
    }

    /**
     * Returns after what time a list must follow the end of a watch; empty if another one is open. The time grows if the
     * watches end soon: the user may lack the permission.
     */
    Optional<Duration> untilList(long number) {
        if (number != watchNumber) {
            return Optional.empty();
        }
        watch = null;
        boolean early = watchUntil - System.nanoTime() > LIFETIME.minus(EARLY).toNanos();
        earlyEnds = early ? Math.min(earlyEnds + 1, MOST_DOUBLINGS) : 0;
        return Optional.of(RETRY.multipliedBy(1L << earlyEnds));
    }

    void close() {
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
}
