package dev.baton.kubernetes;

import dev.baton.kubernetes.api.KubeApi;
import dev.baton.kubernetes.api.KubeException;
import dev.baton.kubernetes.api.KubeListing;
import dev.baton.kubernetes.api.KubeObject;
import dev.baton.kubernetes.api.KubeSelection;
import dev.baton.support.thread.LastingLoop;
import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One thread that reports every change of the Leases in the namespace: those that a watch pushes, and at every interval a
 * list. A broken watch can go unnoticed for minutes, so only the list shows that the state is recent. Without the
 * permission to list all Leases, it lists and watches each by its name; without that one too, it only reads them.
 */
final class LeaseMirror implements AutoCloseable {
    /** Everything but the statuses, which change all the time. */
    private static final KubeSelection ALL = KubeSelection.labelled(Marks.KIND + "!=" + LeaseRosters.KIND);

    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final KubeApi api;
    private final Duration interval;
    private final BlockingQueue<Optional<WatchedLeases.Event>> signals = new LinkedBlockingQueue<>();
    private @Nullable LeaseChanges changes;
    private volatile boolean closed;

    // Only for the thread of the mirror.
    private final WatchedLeases all;
    private final Map<String, WatchedLeases> byName = new HashMap<>();
    private long listAt = System.nanoTime();
    private long listedAt = listAt;
    private boolean named;

    LeaseMirror(KubeApi api, Duration interval) {
        this.api = api;
        this.interval = interval;
        this.all = new WatchedLeases(api, ALL, event -> signals.add(Optional.of(event)));
    }

    /** Starts the thread, unless it runs. */
    synchronized void start(LeaseChanges to) {
        if (changes == null && !closed) {
            changes = to;
            NamedThreads.start("baton-kubernetes-watch", () -> {
                LastingLoop.run("the watch of Leases", () -> round(to));
                all.close();
                byName.values().forEach(WatchedLeases::close);
            });
        } else {
            signals.add(Optional.empty());
        }
    }

    private boolean round(LeaseChanges to) throws InterruptedException {
        if (System.nanoTime() - listAt >= 0) {
            list(to);
        }
        Optional<WatchedLeases.Event> next =
                signals.poll(Math.max(1, listAt - System.nanoTime()), TimeUnit.NANOSECONDS);
        if (next != null && next.isPresent()) {
            receive(next.get(), to);
        } else if (next != null && !closed) {
            // Many observers can start at once.
            listAt = Math.min(listAt, Math.max(System.nanoTime(), listedAt + RETRY_NANOS));
        }
        return !closed;
    }

    private void receive(WatchedLeases.Event event, LeaseChanges to) {
        if (event instanceof WatchedLeases.Event.Changed changed
                && changed.from().isNews(changed.object())) {
            to.changed(changed.object(), changed.deleted());
        } else if (event instanceof WatchedLeases.Event.Ended ended) {
            ended.from()
                    .untilList(ended.number())
                    .ifPresent(delay -> listAt = Math.min(listAt, System.nanoTime() + delay.toNanos()));
        }
    }

    private void list(LeaseChanges to) {
        listedAt = System.nanoTime();
        listAt = listedAt + interval.toNanos();
        try {
            Optional<KubeListing> listing = named ? Optional.empty() : listing();
            if (listing.isPresent()) {
                to.listed(listing.get().objects());
                all.watchFrom(listing.get());
            } else {
                listByName(to);
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
            return Optional.of(all.list());
        } catch (KubeException failed) {
            if (failed.isForbidden()) {
                named = true;
                KubernetesBackend.LOG.info(
                        "no permission to list all Leases in {}; watching each by its name", api.namespace());
                return Optional.empty();
            }
            throw failed;
        }
    }

    private void listByName(LeaseChanges to) {
        List<String> names = to.leaseNames();
        List<KubeObject> objects = new ArrayList<>();
        Map<WatchedLeases, KubeListing> listings = new HashMap<>();
        for (String name : names) {
            WatchedLeases watched = byName.computeIfAbsent(
                    name,
                    added -> new WatchedLeases(
                            api, KubeSelection.named(added), event -> signals.add(Optional.of(event))));
            try {
                listings.put(watched, watched.list());
                objects.addAll(listings.get(watched).objects());
            } catch (KubeException failed) {
                if (!failed.isForbidden()) {
                    throw failed;
                }
                api.get(name).ifPresent(objects::add);
            }
        }
        to.listed(objects);
        listings.forEach(WatchedLeases::watchFrom);
        forget(Set.copyOf(names));
    }

    private void forget(Set<String> needed) {
        byName.entrySet().removeIf(entry -> {
            boolean unneeded = !needed.contains(entry.getKey());
            if (unneeded) {
                entry.getValue().close();
            }
            return unneeded;
        });
    }

    @Override
    public void close() {
        closed = true;
        signals.add(Optional.empty());
    }
}
