package dev.baton.lab.faults;

import dev.baton.testkit.NetworkNamespaces.Cut;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Faults of the network and of what is between members. */
final class GroupNetworkFaults {
    private static final int RELAY_PAUSE_MILLIS = 1_500;

    private GroupNetworkFaults() {}

    static void leaderCut(FaultedGroup group, FaultedGroup.Leader leader, Cut cut) throws Exception {
        group.machines.cut(leader.id(), cut);
        group.awaitLeader(leader.epoch());
        group.machines.heal(leader.id());
    }

    /** The leader and another member reach only each other. */
    static void leaderInMinority(FaultedGroup group, FaultedGroup.Leader leader, Random random) throws Exception {
        List<String> others =
                FaultedGroup.IDS.stream().filter(id -> !id.equals(leader.id())).toList();
        String other = others.get(random.nextInt(others.size()));
        group.machines.cut(leader.id(), Cut.DROP, List.of(other));
        group.machines.cut(other, Cut.DROP, List.of(leader.id()));
        group.awaitLeader(leader.epoch());
        group.machines.heal(leader.id());
        group.machines.heal(other);
    }

    /** Connections to a leader that runs are closed, and new ones are refused. */
    static void relayKilled(FaultedGroup group, Random random) throws Exception {
        group.awaitLeads(FaultedGroup.RELAYED);
        group.killRelay();
        TimeUnit.MILLISECONDS.sleep(random.nextInt(RELAY_PAUSE_MILLIS));
        group.startRelay();
    }
}
