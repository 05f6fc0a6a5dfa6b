package dev.baton.console.view;

import dev.baton.InstanceStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The live instances of one election at one moment.
 *
 * @param instances the instances seen within {@link #MAX_AGE}, by id
 * @param leader the instance with the leader badge: of several that report to lead, the one seen last; of those seen at
 *     the same time, the one with the highest epoch
 */
public record LiveInstances(List<InstanceSighting> instances, Optional<InstanceSighting> leader) {
    /** An instance that was last seen longer ago is not live: it missed three statuses. */
    public static final Duration MAX_AGE = Duration.ofSeconds(15);

    /** How often liveness is checked while no status arrives. */
    public static final Duration CHECK_INTERVAL = Duration.ofSeconds(5);

    /** The view of an election without live instances. */
    public static final LiveInstances NONE = new LiveInstances(List.of(), Optional.empty());

    /** Returns whether the page offers a transfer: there must be at least two live instances. */
    public boolean hasMenu() {
        return instances.size() > 1;
    }

    /** Returns the id of the instance with the leader badge. */
    public Optional<String> leaderId() {
        return leader.map(InstanceSighting::instanceId);
    }

    /** Returns whether the two differ only in the times of the statuses. */
    public boolean equalsIgnoringTimes(LiveInstances other) {
        return leaderId().equals(other.leaderId()) && statuses().equals(other.statuses());
    }

    private List<InstanceStatus> statuses() {
        return instances.stream()
                .map(InstanceSighting::status)
                .map(status -> new InstanceStatus(
                        status.election(),
                        status.instanceId(),
                        status.isLeader(),
                        status.state(),
                        status.epoch(),
                        status.priority(),
                        status.healthy(),
                        Instant.EPOCH))
                .toList();
    }
}
