package dev.baton.cli;

import dev.baton.CandidateState;
import dev.baton.InstanceStatus;
import dev.baton.LeaderInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What changed from one status of an election to the next, one line for each change. */
final class StatusChanges {

    private StatusChanges() {}

    /** Returns the line for an election that is shown for the first time. */
    static ColouredText first(ElectionStatus status, Instant now) {
        String standbys = status.standbys().map(InstanceStatus::instanceId).collect(Collectors.joining(", "));
        return (status.leader().isPresent() ? TextColour.GREEN : TextColour.RED)
                .of(status.summary(now) + (standbys.isEmpty() ? "" : "; standbys: " + standbys));
    }

    /**
     * Returns the changes, in the order in which they are shown.
     *
     * @param leaderless how long the watcher saw no leader before {@code after}; empty if there was one
     * @param atMost whether the store could not be read for a part of that time, or of the tenure that ended
     */
    static List<ColouredText> between(
            ElectionStatus before, ElectionStatus after, Optional<Duration> leaderless, boolean atMost, Instant now) {
        List<ColouredText> changes = new ArrayList<>();
        leaderChange(before.leader(), after.leader(), leaderless, atMost ? "at most " : "", now)
                .ifPresent(changes::add);
        Map<String, InstanceStatus> left = byId(before);
        for (InstanceStatus instance : after.instances()) {
            Optional<InstanceStatus> known = Optional.ofNullable(left.remove(instance.instanceId()));
            if (known.isEmpty()) {
                changes.add(TextColour.NONE.of(instance.instanceId() + " joined"
                        + (instance.priority() == 0 ? "" : " with priority " + instance.priority())
                        + (instance.healthy() ? "" : ", unhealthy")));
            } else {
                changes.addAll(instanceChanges(known.get(), instance));
            }
        }
        left.keySet().forEach(gone -> changes.add(TextColour.NONE.of(gone + " left")));
        return changes;
    }

    private static Map<String, InstanceStatus> byId(ElectionStatus status) {
        return status.instances().stream()
                .collect(Collectors.toMap(
                        InstanceStatus::instanceId, Function.identity(), (one, other) -> other, LinkedHashMap::new));
    }

    private static Optional<ColouredText> leaderChange(
            Optional<LeaderInfo> before,
            Optional<LeaderInfo> after,
            Optional<Duration> leaderless,
            String bound,
            Instant now) {
        if (after.isEmpty()) {
            return before.map(old -> TextColour.RED.of("no leader; " + old.instanceId() + ElectionStatus.epoch(old)
                    + ", led for " + bound + ShortDuration.exact(Duration.between(old.since(), now))));
        }
        if (isSameLeader(before, after)) {
            return Optional.empty();
        }
        LeaderInfo leader = after.get();
        String gap = before.map(old -> ", after " + old.instanceId())
                .or(() -> leaderless.map(time -> ", after " + bound + ShortDuration.exact(time) + " without a leader"))
                .orElse("");
        return Optional.of(TextColour.GREEN.of(leader.instanceId() + " leads" + ElectionStatus.epoch(leader) + gap));
    }

    /** Returns whether both are the same tenure, or both are none. */
    static boolean isSameLeader(Optional<LeaderInfo> one, Optional<LeaderInfo> other) {
        return one.map(LeaderInfo::instanceId).equals(other.map(LeaderInfo::instanceId))
                && one.map(LeaderInfo::epoch).equals(other.map(LeaderInfo::epoch));
    }

    private static List<ColouredText> instanceChanges(InstanceStatus before, InstanceStatus after) {
        List<ColouredText> changes = new ArrayList<>();
        if (before.healthy() != after.healthy()) {
            changes.add((after.healthy() ? TextColour.GREEN : TextColour.YELLOW)
                    .of(after.instanceId() + (after.healthy() ? " is healthy again" : " is unhealthy")));
        }
        boolean cutOff = after.state() == CandidateState.RECONNECTING;
        if (cutOff != (before.state() == CandidateState.RECONNECTING)) {
            changes.add((cutOff ? TextColour.YELLOW : TextColour.GREEN)
                    .of(after.instanceId() + (cutOff ? " is reconnecting" : " is connected again")));
        }
        if (before.priority() != after.priority()) {
            changes.add(TextColour.NONE.of(after.instanceId() + " has priority " + after.priority()));
        }
        return changes;
    }
}
