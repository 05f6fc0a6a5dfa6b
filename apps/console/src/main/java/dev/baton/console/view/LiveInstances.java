package dev.baton.console.view;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Who is live in one election at one moment, and who of them leads.
 *
 * @param instances those that were seen within the bound, by id
 * @param leader the badge: of several that claim to lead, the freshest; of equally fresh ones, the higher epoch
 */
public record LiveInstances(List<InstanceSighting> instances, Optional<InstanceSighting> leader) {
    /** An instance that was last seen longer ago than this is not live: three frames were missed. */
    public static final Duration LIVE = Duration.ofSeconds(15);

    /** How often liveness is looked at while no frame arrives. */
    public static final Duration CLOCK = Duration.ofSeconds(5);

    /** Whether there is anything to choose: with one live instance or none there is no menu. */
    public boolean hasMenu() {
        return instances.size() > 1;
    }

    /** Whether the instance's entry in the menu can be chosen. */
    public boolean canLead(InstanceSighting instance) {
        return leader.isEmpty() || !leader.get().instanceId().equals(instance.instanceId());
    }
}
