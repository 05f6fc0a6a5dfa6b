package dev.baton.reconcile;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The state of all resources as the watch reported it, kept up to date on every replica. Thread-safe. */
final class ResourceIndex<T> {
    private final Map<String, ResourceSighting<T>> sightings = new TreeMap<>();
    private final Set<String> reported = new HashSet<>();
    private boolean loading = true;

    /** A watch begins: all existing resources will be reported again. */
    synchronized void begin() {
        loading = true;
        reported.clear();
    }

    /** Stores an observation and returns whether it is new. */
    synchronized boolean seen(String id, ResourceSighting<T> sighting) {
        if (loading) {
            reported.add(id);
        }
        return !sighting.equals(sightings.put(id, sighting));
    }

    synchronized void gone(String id) {
        sightings.remove(id);
        reported.remove(id);
    }

    /** All existing resources have been reported: the others are removed. */
    synchronized void complete() {
        sightings.keySet().retainAll(reported);
        reported.clear();
        loading = false;
    }

    /** Returns whether a watch is open and has reported everything. */
    synchronized boolean isWarm() {
        return !loading;
    }

    synchronized Optional<ResourceSighting<T>> get(String id) {
        return Optional.ofNullable(sightings.get(id));
    }

    synchronized Map<String, ResourceSighting<T>> all() {
        return new TreeMap<>(sightings);
    }
}
