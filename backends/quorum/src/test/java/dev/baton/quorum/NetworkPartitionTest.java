package dev.baton.quorum;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Members in separate network namespaces, cut off by a firewall that drops packets or resets connections. */
class NetworkPartitionTest {

    @Test // QUORUM-6, QUORUM-7
    void electsNewLeaderOnlyAfterLeaseOfIsolatedLeader() {
        List<String> ids = List.of("n1", "n2", "n3");
        try (NetworkNamespaces machines = new NetworkNamespaces(ids);
                TestGroup group = TestGroup.on(machines, ids, "&heartbeat=200ms&lease=2s");
                MemberProcesses processes = new MemberProcesses(group, machines::inside)) {
            ids.forEach(processes::start);
            processes.awaitLeader(0);
            for (boolean withReset : new boolean[] {false, true, true}) {
                String leader = processes.awaitLeader(0);
                long epoch = processes.epoch();
                machines.cut(leader, withReset);
                processes.awaitLeader(epoch);
                processes.awaitEnd(leader, epoch);
                machines.heal(leader);
            }
            processes.checkHistory(4);
        }
    }
}
