package dev.baton.reconcile.shards;

import dev.baton.InstanceStatus;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds live replicas with this replica's instance id. What a former run of the same replica has left on the roster never
 * changes again; a live one publishes every few seconds. A roster may show only the latest status of an id, so each of two
 * replicas hides the other until the other publishes again. Therefore each answers every publication of the other with one
 * of its own. Not thread-safe.
 */
final class DuplicateReplicas {
    /** A third new publication cannot be one that was still on its way when its replica ended. */
    private static final int ALIVE = 3;

    private final ReplicaRun own;
    private final Map<ReplicaRun, Set<Instant>> publications = new HashMap<>();

    DuplicateReplicas(ReplicaRun own) {
        this.own = own;
    }

    /** Returns how many publications of others were seen: the number of answers that this replica publishes. */
    int answers() {
        return publications.values().stream().mapToInt(Set::size).sum();
    }

    /** Processes one reading of the roster and returns another live replica with the given id. */
    Optional<ReplicaRun> update(String instanceId, List<InstanceStatus> statuses) {
        for (InstanceStatus status : statuses) {
            if (status.instanceId().equals(instanceId)) {
                ShardStatusNote.parse(status.note())
                        .flatMap(ShardStatusNote::run)
                        .filter(run -> !run.nonce().equals(own.nonce()))
                        .ifPresent(run -> publications
                                .computeIfAbsent(run, unknown -> new HashSet<>())
                                .add(status.timestamp()));
            }
        }
        return publications.entrySet().stream()
                .filter(entry -> entry.getValue().size() >= ALIVE)
                .map(Map.Entry::getKey)
                .findFirst();
    }
}
