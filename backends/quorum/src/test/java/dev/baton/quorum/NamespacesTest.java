package dev.baton.quorum;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Members in network namespaces of their own, cut off by a firewall, silently and with resets. */
class NamespacesTest {

    @Test // QUORUM-6, QUORUM-7
    void aLeaderBehindAFirewallIsSucceededAfterItsLeaseAndNeverBefore() {
        List<String> ids = List.of("n1", "n2", "n3");
        try (Namespaces machines = new Namespaces(ids);
                TestGroup group = TestGroup.on(machines, ids, "&heartbeat=200ms&lease=2s");
                Troupe troupe = new Troupe(group, machines::inside)) {
            ids.forEach(troupe::start);
            troupe.awaitLeader(0);
            for (boolean withReset : new boolean[] {false, true, true}) {
                String leader = troupe.awaitLeader(0);
                long epoch = troupe.epoch();
                machines.cut(leader, withReset);
                troupe.awaitLeader(epoch);
                troupe.awaitEnd(leader, epoch);
                machines.heal(leader);
            }
            troupe.checkHistory(4);
        }
    }
}
