package dev.baton.reconcile.shards;

import dev.baton.InstanceStatus;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * When each replica was last heard to say something new, counted in this replica's own beats. A roster remembers
 * the dead for a while; one who has spoken since a shard was taken was alive then, and only such a one is an heir.
 */
final class ReplicaHeartbeats {
    private Map<String, Voice> voices = new HashMap<>();
    private long beat;

    /** One look at the roster. */
    void hear(List<InstanceStatus> frames) {
        beat++;
        Map<String, Voice> next = new HashMap<>();
        for (InstanceStatus frame : frames) {
            Voice before = voices.get(frame.instanceId());
            boolean same = before != null && before.timestamp.equals(frame.timestamp());
            next.put(frame.instanceId(), same && before != null ? before : new Voice(frame.timestamp(), beat));
        }
        voices = next;
    }

    /** The number of the last look. */
    long beat() {
        return beat;
    }

    boolean hasSpokenSince(String id, long since) {
        return lastHeard(id) > since;
    }

    /** The number of the look that showed something new of it; 0 when there was none. */
    long lastHeard(String id) {
        Voice voice = voices.get(id);
        return voice == null ? 0 : voice.beat;
    }

    private record Voice(Instant timestamp, long beat) {}
}
