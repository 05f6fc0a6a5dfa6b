package dev.baton.quorum;

import dev.baton.quorum.MemberProcesses.Leader;
import dev.baton.testkit.NetworkNamespaces;
import dev.baton.testkit.NetworkNamespaces.Cut;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Members in separate network namespaces, cut off by a firewall that drops packets or resets connections. */
class NetworkPartitionTest {

    @Test // QUORUM-6, QUORUM-7
    void electsNewLeaderOnlyAfterLeaseOfIsolatedLeader() {
        cutLeaders(3, List.of(Cut.DROP, Cut.RESET, Cut.RESET));
    }

    @Test // QUORUM-6, QUORUM-7
    void leaderThatOnlySendsOrOnlyReceivesIsReplacedAfterItsLease() {
        cutLeaders(5, List.of(Cut.INCOMING, Cut.OUTGOING));
    }

    private static void cutLeaders(int size, List<Cut> cuts) {
        List<String> ids = List.of("n1", "n2", "n3", "n4", "n5").subList(0, size);
        try (NetworkNamespaces machines = new NetworkNamespaces(ids);
                TestGroup group = TestGroup.on(machines, ids, "&heartbeat=200ms&lease=2s");
                MemberProcesses processes = new MemberProcesses(group, machines::inside)) {
            ids.forEach(processes::start);
            for (Cut cut : cuts) {
                Leader leader = processes.awaitLeader(0);
                machines.cut(leader.id(), cut);
                processes.awaitLeader(leader.epoch());
                processes.awaitEnd(leader);
                machines.heal(leader.id());
            }
            processes.checkHistory(cuts.size() + 1);
        }
    }
}
