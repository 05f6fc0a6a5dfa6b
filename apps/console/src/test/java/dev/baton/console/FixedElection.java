package dev.baton.console;

import dev.baton.CandidateState;
import dev.baton.InstanceStatus;
import dev.baton.LeaderInfo;
import dev.baton.Tenure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** An election of the fixed store. There is one in every condition that the page distinguishes. */
final class FixedElection {
    private static final Map<String, FixedElection> ALL = new TreeMap<>();

    static {
        new FixedElection("billing")
                .tenure("web-2", 3_000, 1_800, "transferred")
                .leads("web-1", 1_799)
                .status("web-1", 1, true)
                .status("web-2", 2, true);
        new FixedElection("cleanup").tenure("web-3", 2_400, 420, "shut_down").status("web-3", 3, true);
        new FixedElection("index-builder")
                .leads("web-2", 86_400)
                .status("web-2", 40, true)
                .status("web-3", 2, true);
        new FixedElection("nightly")
                .tenure("web-1", 3_500, 2_900, "shut_down")
                .tenure("web-2", 2_898, 2_200, "transferred")
                .tenure("web-3", 2_199, 1_300, "expired")
                .tenure("web-1", 1_240, 3, "resigned")
                .leads("web-2", 2)
                .status("web-1", 1, true)
                .status("web-2", 0, true)
                .status("web-3", 4, false);
        new FixedElection("reports")
                .tenure("web-1", 200, 150, "expired")
                .tenure("web-2", 149, 100, "expired")
                .tenure("web-1", 99, 50, "unreachable")
                .leads("web-2", 49)
                .status("web-2", 1, true)
                .status("web-1", 1, true);
        new FixedElection("sessions")
                .tenure("web-1", 1_500, 600, "transferred")
                .leads("web-3", 601)
                .status("web-3", 2, true);
    }

    private final String name;
    private final List<Tenure> tenures = new ArrayList<>();
    private final List<InstanceStatus> statuses = new ArrayList<>();
    private Optional<LeaderInfo> leader = Optional.empty();

    private FixedElection(String name) {
        this.name = name;
        ALL.put(name, this);
    }

    private FixedElection tenure(String instanceId, long fromAgo, long toAgo, String reason) {
        tenures.add(
                new Tenure(tenures.size() + 1, instanceId, ago(fromAgo), Optional.of(ago(toAgo)), Optional.of(reason)));
        return this;
    }

    private FixedElection leads(String instanceId, long sinceAgo) {
        long epoch = tenures.size() + 1L;
        tenures.add(new Tenure(epoch, instanceId, ago(sinceAgo), Optional.empty(), Optional.empty()));
        leader = Optional.of(new LeaderInfo(name, instanceId, epoch, ago(sinceAgo), Optional.empty()));
        return this;
    }

    private FixedElection status(String instanceId, long secondsAgo, boolean healthy) {
        Optional<LeaderInfo> leads = leader.filter(one -> one.instanceId().equals(instanceId));
        statuses.add(new InstanceStatus(
                name,
                instanceId,
                leads.isPresent(),
                leads.isPresent() ? CandidateState.LEADER : CandidateState.FOLLOWER,
                leads.map(LeaderInfo::epoch).orElse(0L),
                0,
                healthy,
                ago(secondsAgo)));
        return this;
    }

    private static Instant ago(long seconds) {
        return FixedClock.NOW.minusSeconds(seconds);
    }

    static List<String> names() {
        return List.copyOf(ALL.keySet());
    }

    static Optional<LeaderInfo> leader(String election) {
        return Optional.ofNullable(ALL.get(election)).flatMap(one -> one.leader);
    }

    static List<Tenure> history(String election) {
        return Optional.ofNullable(ALL.get(election)).map(one -> one.tenures).orElse(List.of());
    }

    static List<InstanceStatus> roster(String election) {
        return Optional.ofNullable(ALL.get(election)).map(one -> one.statuses).orElse(List.of());
    }
}
