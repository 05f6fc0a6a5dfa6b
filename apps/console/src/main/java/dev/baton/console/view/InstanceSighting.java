package dev.baton.console.view;

import dev.baton.InstanceStatus;
import java.time.Duration;

/**
 * The latest frame of one instance, and when the instance was last seen.
 *
 * @param seenAt on the console's own monotonic clock: when the frame arrived, less the age it had then by its own
 *     time. From there on no wall clock ages it.
 */
public record InstanceSighting(InstanceStatus frame, long seenAt) {

    /** Who it is. */
    public String instanceId() {
        return frame.instanceId();
    }

    /** How long ago it was last seen. */
    public Duration age(long nanos) {
        return Duration.ofNanos(nanos - seenAt);
    }
}
