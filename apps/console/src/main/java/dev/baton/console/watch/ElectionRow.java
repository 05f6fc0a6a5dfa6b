package dev.baton.console.watch;

import dev.baton.LeaderInfo;
import dev.baton.console.history.TenureSummary;
import dev.baton.console.view.InstanceSighting;
import dev.baton.console.view.LiveInstances;
import java.util.Comparator;
import java.util.Optional;

/**
 * All that is known of one election at one moment. Immutable.
 *
 * @param leader who leads by the store's word
 * @param live who is live by the roster's word, and which of them has the badge
 * @param revision grows with every change of this election
 */
public record ElectionRow(
        ElectionKey place,
        Optional<LeaderInfo> leader,
        LiveInstances live,
        TenureSummary summary,
        boolean flapping,
        long revision) {

    /** Whether the store and the roster name the same reign, or both none. */
    boolean isSettled() {
        return leader.map(named -> live.leader()
                        .filter(badge -> badge.instanceId().equals(named.instanceId())
                                && badge.frame().epoch() == named.epoch())
                        .isPresent())
                .orElseGet(() -> live.leader().isEmpty());
    }

    /** Who should lead next, were the leader to step down: well, of the highest priority, and freshest. */
    public Optional<String> fittestStandby() {
        String leading = leader.map(LeaderInfo::instanceId)
                .or(() -> live.leader().map(InstanceSighting::instanceId))
                .orElse("");
        return live.instances().stream()
                .filter(instance -> !instance.instanceId().equals(leading))
                .filter(instance -> instance.frame().healthy())
                .max(Comparator.<InstanceSighting>comparingInt(
                                instance -> instance.frame().priority())
                        .thenComparingLong(InstanceSighting::seenAt)
                        .thenComparing(InstanceSighting::instanceId))
                .map(InstanceSighting::instanceId);
    }
}
