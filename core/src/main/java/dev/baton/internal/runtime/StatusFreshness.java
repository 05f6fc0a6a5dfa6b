package dev.baton.internal.runtime;

import dev.baton.InstanceStatus;
import dev.baton.support.time.UnchangedTimer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Filters out the status of instances that are frozen or gone: those whose timestamp has not changed for a while, as
 * measured on our own clock. The timestamps themselves come from other machines and are never compared with our clock.
 */
final class StatusFreshness {
    private final Duration limit;
    private final UnchangedTimer<String, Instant> timestamps = new UnchangedTimer<>();

    StatusFreshness(Duration limit) {
        this.limit = limit;
    }

    List<InstanceStatus> fresh(List<InstanceStatus> statuses, long nowNanos) {
        timestamps.retain(statuses.stream().map(InstanceStatus::instanceId).collect(Collectors.toSet()));
        return statuses.stream()
                .filter(status -> timestamps
                                .observe(status.instanceId(), status.timestamp(), nowNanos)
                                .compareTo(limit)
                        < 0)
                .toList();
    }
}
