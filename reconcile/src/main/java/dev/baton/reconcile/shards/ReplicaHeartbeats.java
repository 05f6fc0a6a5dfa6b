package dev.baton.reconcile.shards;

import dev.baton.InstanceStatus;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * When each replica last published something new, counted in this replica's own polls. The roster keeps entries of ended
 * replicas for a while. A replica that has published since a shard was acquired was alive then, so it can take the shard.
 */
final class ReplicaHeartbeats {
    private Map<String, Heartbeat> heartbeats = new HashMap<>();
    private long beat;

    /** Processes one reading of the roster. */
    void update(List<InstanceStatus> statuses) {
        beat++;
        Map<String, Heartbeat> next = new HashMap<>();
        for (InstanceStatus status : statuses) {
            Heartbeat now = new Heartbeat(status.timestamp(), beat);
            Heartbeat before = heartbeats.getOrDefault(status.instanceId(), now);
            next.put(status.instanceId(), before.timestamp.equals(now.timestamp) ? before : now);
        }
        heartbeats = next;
    }

    /** Returns the number of the last reading. */
    long beat() {
        return beat;
    }

    /** Returns the number of the reading that last showed something new of the replica; 0 if none did. */
    long lastUpdate(String id) {
        Heartbeat heartbeat = heartbeats.get(id);
        return heartbeat == null ? 0 : heartbeat.beat;
    }

    private record Heartbeat(Instant timestamp, long beat) {}
}
