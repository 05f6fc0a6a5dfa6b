package dev.baton.reconcile;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * How long resources have been missing while their records were unchanged, on this replica's monotonic clock. A write of
 * the record restarts the count.
 */
final class MissingResources {
    private final Map<String, Absence> since = new HashMap<>();

    /** Records that the resource is missing, and returns whether it has been for the given time. */
    boolean missingFor(String id, long version, long now, Duration grace) {
        Absence before = since.get(id);
        if (before == null || before.version != version) {
            before = new Absence(version, now);
            since.put(id, before);
        }
        return now - before.since >= grace.toNanos();
    }

    void present(String id) {
        since.remove(id);
    }

    /** Forgets resources without a record. */
    void retain(Set<String> ids) {
        since.keySet().retainAll(ids);
    }

    private record Absence(long version, long since) {}
}
