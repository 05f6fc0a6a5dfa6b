package dev.baton.reconcile;

import java.util.HashMap;
import java.util.Iterator;
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

    private record Entry<T>(ResourceSighting<T> sighting, long atNanos, long watch) {}

    /** A watch begins: all existing resources will be reported again. */
    synchronized void begin() {
        watch++;
        open = true;
        complete = false;
    }

    /** The watch has ended: what it reported may be outdated from now on. */
    synchronized void end() {
        open = false;
        complete = false;
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

    /** Corrects the entry of a resource by an answer of the driver, unless the watch reported it after the question. */
    synchronized void correct(String id, Optional<ResourceSighting<T>> answer, long askedAtNanos) {
        Entry<T> before = entries.get(id);
        if (before != null && before.atNanos - askedAtNanos >= 0) {
            return;
        }
        if (answer.isPresent()) {
            entries.put(id, new Entry<>(answer.get(), askedAtNanos, watch));
        } else {
            entries.remove(id);
        }
    }

    /** Corrects all entries by the driver's list, except what the watch reported after the question. */
    synchronized void correct(Map<String, ResourceSighting<T>> listed, long askedAtNanos) {
        for (Iterator<Map.Entry<String, Entry<T>>> all = entries.entrySet().iterator(); all.hasNext(); ) {
            Map.Entry<String, Entry<T>> one = all.next();
            if (one.getValue().atNanos - askedAtNanos < 0 && !listed.containsKey(one.getKey())) {
                all.remove();
            }
        }
        listed.forEach((id, sighting) -> correct(id, Optional.of(sighting), askedAtNanos));
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
