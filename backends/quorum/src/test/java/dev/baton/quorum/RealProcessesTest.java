package dev.baton.quorum;

import dev.baton.quorum.MemberProcesses.Leader;
import dev.baton.testkit.FaultProxy;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Members in separate JVMs, killed, frozen and cut off. One clock for all of them proves that tenures never overlap. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class RealProcessesTest {
    private static final String FAST = "&heartbeat=200ms&lease=2s";

    @Test // QUORUM-5, QUORUM-7, FENCE-1
    void replacesKilledLeadersOfThreeMembers() {
        killLeaders(3, 5);
    }

    @Test // QUORUM-5, QUORUM-7, FENCE-1
    void replacesKilledLeadersOfFiveMembers() {
        killLeaders(5, 3);
    }

    private static void killLeaders(int size, int rounds) {
        try (TestGroup group = new TestGroup(size, FAST, false);
                MemberProcesses processes = new MemberProcesses(group)) {
            processes.startAll();
            for (int round = 0; round < rounds; round++) {
                Leader leader = processes.awaitLeader(0);
                processes.kill(leader.id());
                processes.awaitLeader(leader.epoch());
                processes.start(leader.id());
            }
            processes.checkHistory(rounds + 1);
        }
    }

    @Test // QUORUM-6, API-2
    void replacesFrozenLeadersWithoutOverlap() {
        try (TestGroup group = new TestGroup(3, FAST, false);
                MemberProcesses processes = new MemberProcesses(group)) {
            processes.startAll();
            for (int round = 0; round < 2; round++) {
                Leader frozen = processes.awaitLeader(0);
                processes.freeze(frozen.id());
                processes.awaitLeader(frozen.epoch());
                processes.thaw(frozen.id());
            }
            processes.checkHistory(3);
        }
    }

    @Test // QUORUM-3, QUORUM-6
    void endOfRelaysToRunningLeaderIsNoEvidence() {
        try (TestGroup group = new TestGroup(3, FAST, true);
                MemberProcesses processes = new MemberProcesses(group)) {
            processes.startAll();
            Leader leader = processes.awaitLeader(0);
            group.endRelays(leader.id());
            processes.awaitEnd(leader);
            processes.awaitLeader(leader.epoch());
            processes.checkHistory(2);
        }
    }

    @Test // QUORUM-3, QUORUM-6
    void isolatedLeaderStepsDownAndMajorityElectsAnother() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        try (TestGroup group = new TestGroup(3, FAST, true);
                MemberProcesses processes = new MemberProcesses(group)) {
            processes.startAll();
            for (int round = 0; round < 3; round++) {
                Leader isolated = processes.awaitLeader(0);
                group.isolate(isolated.id());
                processes.awaitEnd(isolated);
                processes.awaitLeader(isolated.epoch());
                group.heal();
                for (FaultProxy proxy : group.proxies()) {
                    proxy.delay(Duration.ofMillis(random.nextInt(20)));
                }
            }
            processes.checkHistory(4);
        }
    }

    @Test // QUORUM-6, QUORUM-7
    void tenuresDoNotOverlapWhileLeaseIsChangedOneMemberAfterTheOther() {
        // A leader with the longer lease must be able to stop its work within the shorter one.
        List<String> timing = List.of("200", "600");
        try (TestGroup group = new TestGroup(3, FAST, true);
                MemberProcesses processes = new MemberProcesses(group)) {
            processes.startAll();
            // The highest name first: when it wins, the leader has a longer lease than its voters.
            for (String id : List.of("n3", "n2", "n1")) {
                processes.kill(id);
                processes.start(id, group.url(id).replace("lease=2s", "lease=5s"), timing);
                processes.awaitReached(group, 3);
                while (!processes.awaitLeader(0).id().equals("n3")) {
                    replaceLeader(group, processes);
                }
                replaceLeader(group, processes);
            }
            processes.checkHistory(4);
        }
    }

    private static void replaceLeader(TestGroup group, MemberProcesses processes) {
        Leader leader = processes.awaitLeader(0);
        group.isolate(leader.id());
        processes.awaitLeader(leader.epoch());
        processes.awaitEnd(leader);
        group.heal();
        processes.awaitReached(group, 3);
    }
}
