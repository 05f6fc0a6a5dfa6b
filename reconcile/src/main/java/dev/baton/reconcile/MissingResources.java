package dev.baton.reconcile;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Since when a resource has been missing while its record stood unchanged, on this replica's monotonic clock. A
 * wall clock has no say, and a record that was written starts the count again.
 */
final class MissingResources {
    private final Map<String, Absence> since = new HashMap<>();

    /** Notes that it is missing; whether it has been for so long. */
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

    /** Forgets those that have no record any more. */
    void retain(Set<String> ids) {
        since.keySet().retainAll(ids);
    }

    private record Absence(long version, long since) {}
}
