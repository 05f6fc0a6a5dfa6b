package dev.baton.quorum;

import dev.baton.testkit.FaultProxy;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Members in JVMs of their own, killed, frozen and cut off; one clock for all of them proves that nobody overlaps. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class RealProcessesTest {
    private static final String FAST = "&heartbeat=200ms&lease=2s";

    @Test // QUORUM-5, QUORUM-7, FENCE-1
    void killedLeadersOfThreeAreSucceededAndComeBack() {
        killing(3, 5);
    }

    @Test // QUORUM-5, QUORUM-7, FENCE-1
    void killedLeadersOfFiveAreSucceededAndComeBack() {
        killing(5, 3);
    }

    private static void killing(int size, int rounds) {
        try (TestGroup group = new TestGroup(size, FAST, false);
                Troupe troupe = new Troupe(group)) {
            troupe.startAll();
            for (int round = 0; round < rounds; round++) {
                String leader = troupe.awaitLeader(0);
                long epoch = troupe.epoch();
                troupe.kill(leader);
                troupe.awaitLeader(epoch);
                troupe.start(leader);
            }
            troupe.checkHistory(rounds + 1);
        }
    }

    @Test // QUORUM-6, API-2
    void frozenLeadersAreSucceededAndComeBackWithoutOverlap() {
        try (TestGroup group = new TestGroup(3, FAST, false);
                Troupe troupe = new Troupe(group)) {
            troupe.startAll();
            for (int round = 0; round < 2; round++) {
                String frozen = troupe.awaitLeader(0);
                long epoch = troupe.epoch();
                troupe.freeze(frozen);
                troupe.awaitLeader(epoch);
                troupe.thaw(frozen);
            }
            troupe.checkHistory(3);
        }
    }

    @Test // QUORUM-3, QUORUM-6
    void aLeaderThatIsCutOffStepsDownAndTheMajorityElectsAnother() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        try (TestGroup group = new TestGroup(3, FAST, true);
                Troupe troupe = new Troupe(group)) {
            troupe.startAll();
            for (int round = 0; round < 3; round++) {
                String alone = troupe.awaitLeader(0);
                long epoch = troupe.epoch();
                group.isolate(alone);
                troupe.awaitEnd(alone, epoch);
                troupe.awaitLeader(epoch);
                group.heal();
                for (FaultProxy proxy : group.ways()) {
                    proxy.delay(Duration.ofMillis(random.nextInt(20)));
                }
            }
            troupe.checkHistory(4);
        }
    }
}
