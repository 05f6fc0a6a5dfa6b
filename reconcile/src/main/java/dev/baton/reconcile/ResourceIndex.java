package dev.baton.reconcile;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What the watch stream has told, kept warm on every replica. Thread-safe. */
final class ResourceIndex<T> {
    private final Map<String, ResourceSighting<T>> sightings = new TreeMap<>();
    private final Set<String> toldOfLate = new HashSet<>();
    private boolean beginning = true;

    /** A watch begins: everything that exists will be told again. */
    synchronized void begin() {
        beginning = true;
        toldOfLate.clear();
    }

    /** Takes a sighting in; whether it is news. */
    synchronized boolean seen(String id, ResourceSighting<T> sighting) {
        if (beginning) {
            toldOfLate.add(id);
        }
        return !sighting.equals(sightings.put(id, sighting));
    }

    synchronized void gone(String id) {
        sightings.remove(id);
        toldOfLate.remove(id);
    }

    /** Everything that exists has been told: what was not is forgotten. */
    synchronized void complete() {
        sightings.keySet().retainAll(toldOfLate);
        toldOfLate.clear();
        beginning = false;
    }

    /** Whether a watch is open and has told everything. */
    synchronized boolean isWarm() {
        return !beginning;
    }

    synchronized Optional<ResourceSighting<T>> get(String id) {
        return Optional.ofNullable(sightings.get(id));
    }

    synchronized Map<String, ResourceSighting<T>> all() {
        return new TreeMap<>(sightings);
    }
}
