package dev.baton.reconcile;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The state of all resources as the watch reported it, kept up to date on every replica. Each entry has the time at which it
 * was reported, and the number of the watch that reported it: a later answer of the driver itself overrules it. Thread-safe.
 */
final class ResourceIndex<T> {
    private final Map<String, Entry<T>> entries = new HashMap<>();
    private long watch;
    private boolean open;
    private boolean complete;
    private WatchSigns signs = new WatchSigns(0);

    private record Entry<T>(ResourceSighting<T> sighting, long atNanos, long watch) {}

    /** A watch begins: all existing resources will be reported again. */
    synchronized void begin(long nowNanos) {
        watch++;
        signs = new WatchSigns(nowNanos);
        open = true;
        complete = false;
    }

    /** The watch has ended: what it reported may be outdated from now on. */
    synchronized void end() {
        open = false;
        complete = false;
    }

    /** The watch has reported something, or a heartbeat. */
    synchronized void alive(long nowNanos) {
        signs.reported(nowNanos);
    }

    /** Returns how long the open watch has been without a sign of life; empty if no watch is open. */
    synchronized Optional<Duration> silentFor(long nowNanos) {
        return open ? Optional.of(signs.silentFor(nowNanos)) : Optional.empty();
    }

    /** Stores an observation and returns whether it is new. One about a predecessor of the known resource is ignored. */
    synchronized boolean seen(String id, ResourceSighting<T> sighting, long nowNanos) {
        Entry<T> before = entries.get(id);
        if (before != null && isOlder(sighting.generation(), before.sighting.generation())) {
            return false;
        }
        entries.put(id, new Entry<>(sighting, nowNanos, watch));
        return before == null || !before.sighting.equals(sighting);
    }

    /** Removes a resource and returns whether the report is about the known resource, not about a predecessor. */
    synchronized boolean gone(String id, long generation) {
        Entry<T> before = entries.get(id);
        if (before != null && isOlder(generation, before.sighting.generation())) {
            return false;
        }
        entries.remove(id);
        return true;
    }

    private static boolean isOlder(long generation, long known) {
        return generation > 0 && generation < known;
    }

    /** All existing resources have been reported: the others are removed. */
    synchronized void complete() {
        entries.values().removeIf(entry -> entry.watch != watch);
        complete = true;
    }

    /**
     * Corrects the entry of a resource by an answer of the driver, unless the watch reported it after the question. Returns
     * whether the watch had not reported that.
     */
    synchronized boolean correct(String id, Optional<ResourceSighting<T>> answer, long askedAtNanos) {
        Entry<T> before = entries.get(id);
        if (before != null && before.atNanos - askedAtNanos >= 0) {
            return false;
        }
        boolean missed = !Optional.ofNullable(before).map(Entry::sighting).equals(answer);
        if (answer.isPresent()) {
            entries.put(id, new Entry<>(answer.get(), askedAtNanos, watch));
        } else {
            entries.remove(id);
        }
        if (missed && isWarm()) {
            signs.contradicted();
        }
        return missed;
    }

    /** Corrects all entries by the driver's list, except what the watch reported after the question. */
    synchronized void correct(Map<String, ResourceSighting<T>> listed, long askedAtNanos) {
        boolean missed = false;
        for (String id : List.copyOf(entries.keySet())) {
            if (!listed.containsKey(id)) {
                missed |= correct(id, Optional.empty(), askedAtNanos);
            }
        }
        for (Map.Entry<String, ResourceSighting<T>> one : listed.entrySet()) {
            missed |= correct(one.getKey(), Optional.of(one.getValue()), askedAtNanos);
        }
        if (!missed && isWarm()) {
            signs.confirmed(askedAtNanos);
        }
    }

    /** Returns whether a watch is open and has reported everything. */
    synchronized boolean isWarm() {
        return open && complete;
    }

    /** Returns what the open watch last reported of a resource; empty if that may be outdated. */
    synchronized Optional<ResourceSighting<T>> fresh(String id) {
        Entry<T> entry = entries.get(id);
        return entry != null && open && entry.watch == watch ? Optional.of(entry.sighting) : Optional.empty();
    }

    synchronized Map<String, ResourceSighting<T>> all() {
        Map<String, ResourceSighting<T>> all = new TreeMap<>();
        entries.forEach((id, entry) -> all.put(id, entry.sighting));
        return all;
    }
}
