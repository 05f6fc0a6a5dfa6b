package dev.baton.lab.faults;

import dev.baton.testkit.NetworkNamespaces.Cut;
import java.util.List;

/** Faults of processes and their settings. */
final class MemberProcessFaults {
    private MemberProcessFaults() {}

    static void leaderKilled(FaultedGroup group, FaultedGroup.Leader leader) throws Exception {
        group.kill(leader.id());
        group.awaitLeader(leader.epoch());
        group.start(leader.id());
    }

    static void leaderStopped(FaultedGroup group, FaultedGroup.Leader leader) throws Exception {
        group.stop(leader.id());
        group.awaitLeader(leader.epoch());
        group.start(leader.id());
    }

    static void leaderFrozen(FaultedGroup group, FaultedGroup.Leader leader) throws Exception {
        group.member(leader.id()).freeze();
        group.awaitLeader(leader.epoch());
        group.member(leader.id()).thaw();
    }

    /** Three of the four others are killed at once, so that the leader has to end by itself. */
    static void majorityKilled(FaultedGroup group, FaultedGroup.Leader leader) throws Exception {
        List<String> others = FaultedGroup.IDS.stream()
                .filter(id -> !id.equals(leader.id()))
                .limit(3)
                .toList();
        others.forEach(group::kill);
        group.await("no leader", () -> group.leader(0).isEmpty());
        for (String id : others) {
            group.start(id);
        }
    }

    /**
     * Changes the lease of one member after the other. While the leader has the longer lease and all others the shorter one,
     * it is cut off.
     */
    static void leasesChanged(FaultedGroup group, FaultedGroup.Leader leader) throws Exception {
        boolean longer = group.lease(leader.id()).equals(FaultedGroup.SHORT_LEASE);
        String only = FaultedGroup.IDS.get(longer ? 0 : FaultedGroup.IDS.size() - 1);
        int changed = 0;
        for (String id : FaultedGroup.IDS) {
            group.stop(id);
            group.useLease(id, longer ? FaultedGroup.LONG_LEASE : FaultedGroup.SHORT_LEASE);
            group.start(id);
            group.settle();
            changed++;
            if (changed == (longer ? 1 : FaultedGroup.IDS.size() - 1)) {
                GroupNetworkFaults.leaderCut(group, group.awaitLeads(only), Cut.DROP);
                group.settle();
            }
        }
    }
}
