package dev.baton.reconcile;

import dev.baton.store.Versioned;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;

/** One look at everything: the driver's list and the records, both as they were when it began. */
final class Sweep<S, T> {
    private final Map<String, Sighting<T>> listed;
    private final Queue<Versioned<Resource<S, T>>> left;
    private final Set<String> strangers;

    Sweep(Map<String, Sighting<T>> listed, List<Versioned<Resource<S, T>>> records) {
        this.listed = listed;
        this.left = new ArrayDeque<>(records);
        this.strangers = new TreeSet<>(listed.keySet());
        records.forEach(record -> strangers.remove(record.id()));
    }

    /** The next record to look at. */
    Optional<Versioned<Resource<S, T>>> next() {
        return Optional.ofNullable(left.poll());
    }

    Optional<Sighting<T>> listed(String id) {
        return Optional.ofNullable(listed.get(id));
    }

    /** What the driver has and no record names. */
    Set<String> strangers() {
        return strangers;
    }
}
