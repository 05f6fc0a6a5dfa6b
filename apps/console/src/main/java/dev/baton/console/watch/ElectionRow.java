package dev.baton.console.watch;

import dev.baton.LeaderInfo;
import dev.baton.console.history.TenureSummary;
import dev.baton.console.view.InstanceSighting;
import dev.baton.console.view.LiveInstances;
import java.util.Comparator;
import java.util.Optional;

/**
 * The state of one election at one moment. Immutable.
 *
 * @param leader the leader according to the store
 * @param live the live instances according to the roster
 * @param leaderSighting the last status of that leader, however old
 * @param transfer the latest transfer that was requested through the console
 * @param revision grows with every change of this election
 */
public record ElectionRow(
        ElectionKey key,
        Optional<LeaderInfo> leader,
        LiveInstances live,
        Optional<InstanceSighting> leaderSighting,
        TenureSummary summary,
        boolean flapping,
        Optional<RequestedTransfer> transfer,
        long revision) {

    /** Returns whether the store or the roster names a leader. */
    boolean isLed() {
        return leader.isPresent() || live.leader().isPresent();
    }

    /** Returns whether the store and the roster name the same tenure, or both none. */
    boolean isSettled() {
        return leader.map(LeaderInfo::instanceId).equals(live.leaderId())
                && leader.map(LeaderInfo::epoch)
                        .equals(live.leader().map(badge -> badge.status().epoch()));
    }

    /**
     * Returns the standby that becomes leader if the leader steps down: a healthy instance with the highest priority, and
     * of several the one seen last.
     */
    public Optional<String> successor() {
        String current = leader.map(LeaderInfo::instanceId).or(live::leaderId).orElse("");
        return live.instances().stream()
                .filter(instance -> !instance.instanceId().equals(current)
                        && instance.status().healthy())
                .max(Comparator.<InstanceSighting>comparingInt(
                                instance -> instance.status().priority())
                        .thenComparingLong(InstanceSighting::seenAt)
                        .thenComparing(InstanceSighting::instanceId))
                .map(InstanceSighting::instanceId);
    }
}
