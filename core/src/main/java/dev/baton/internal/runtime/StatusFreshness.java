package dev.baton.internal.runtime;

import dev.baton.InstanceStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which frames are news: one whose timestamp has stood still for the patience, on our own clock, is of somebody
 * who stands still too. The timestamps themselves are other machines' and decide nothing.
 */
final class StatusFreshness {
    private final long patience;
    private Map<String, Sight> seen = new HashMap<>();

    StatusFreshness(Duration patience) {
        this.patience = patience.toNanos();
    }

    List<InstanceStatus> of(List<InstanceStatus> frames, long now) {
        Map<String, Sight> next = new HashMap<>();
        List<InstanceStatus> fresh = new ArrayList<>();
        for (InstanceStatus frame : frames) {
            Sight before = seen.get(frame.instanceId());
            Sight sight = before != null && before.timestamp.equals(frame.timestamp())
                    ? before
                    : new Sight(frame.timestamp(), now);
            next.put(frame.instanceId(), sight);
            if (now - sight.nanos < patience) {
                fresh.add(frame);
            }
        }
        seen = next;
        return fresh;
    }

    private record Sight(Instant timestamp, long nanos) {}
}
