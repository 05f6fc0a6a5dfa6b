package dev.baton.console.view;

import dev.baton.InstanceStatus;
import java.time.Duration;

/**
 * The latest status of an instance, and when the instance was last seen.
 *
 * @param seenAt monotonic nanoseconds of the console: when the status arrived, minus the age that its timestamp had
 *     then. Changes of the wall clock after that have no effect.
 */
public record InstanceSighting(InstanceStatus status, long seenAt) {

    public String instanceId() {
        return status.instanceId();
    }

    /** Returns how long ago the instance was last seen. */
    public Duration age(long nanos) {
        return Duration.ofNanos(nanos - seenAt);
    }
}
