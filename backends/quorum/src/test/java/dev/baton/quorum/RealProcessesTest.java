package dev.baton.quorum;

import dev.baton.testkit.FaultProxy;
import java.time.Duration;
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
                String leader = processes.awaitLeader(0);
                long epoch = processes.epoch();
                processes.kill(leader);
                processes.awaitLeader(epoch);
                processes.start(leader);
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
                String frozen = processes.awaitLeader(0);
                long epoch = processes.epoch();
                processes.freeze(frozen);
                processes.awaitLeader(epoch);
                processes.thaw(frozen);
            }
            processes.checkHistory(3);
        }
    }

    @Test // QUORUM-3, QUORUM-6
    void endOfRelaysToRunningLeaderIsNoEvidence() {
        try (TestGroup group = new TestGroup(3, FAST, true);
                MemberProcesses processes = new MemberProcesses(group)) {
            processes.startAll();
            String leader = processes.awaitLeader(0);
            long epoch = processes.epoch();
            group.endRelays(leader);
            processes.awaitEnd(leader, epoch);
            processes.awaitLeader(epoch);
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
                String isolated = processes.awaitLeader(0);
                long epoch = processes.epoch();
                group.isolate(isolated);
                processes.awaitEnd(isolated, epoch);
                processes.awaitLeader(epoch);
                group.heal();
                for (FaultProxy proxy : group.proxies()) {
                    proxy.delay(Duration.ofMillis(random.nextInt(20)));
                }
            }
            processes.checkHistory(4);
        }
    }
}
