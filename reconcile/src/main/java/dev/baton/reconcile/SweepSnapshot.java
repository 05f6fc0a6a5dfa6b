package dev.baton.reconcile;

import dev.baton.store.VersionedValue;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;

/** The state of one sweep: the driver's list and the records as they were when it began. */
final class SweepSnapshot<S, T> {
    private final Map<String, ResourceSighting<T>> listed;
    private final Queue<VersionedValue<Resource<S, T>>> left;
    private final Set<String> strangers;

    SweepSnapshot(Map<String, ResourceSighting<T>> listed, List<VersionedValue<Resource<S, T>>> records) {
        this.listed = listed;
        this.left = new ArrayDeque<>(records);
        this.strangers = new TreeSet<>(listed.keySet());
        records.forEach(record -> strangers.remove(record.id()));
    }

    /** Returns the next record to check. */
    Optional<VersionedValue<Resource<S, T>>> next() {
        return Optional.ofNullable(left.poll());
    }

    Optional<ResourceSighting<T>> listed(String id) {
        return Optional.ofNullable(listed.get(id));
    }

    /** Returns the resources without a record. */
    Set<String> strangers() {
        return strangers;
    }
}
