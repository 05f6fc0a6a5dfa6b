package dev.baton.testkit;

import static dev.baton.testkit.ContractFixture.ELECTION;
import static dev.baton.testkit.ContractFixture.await;
import static dev.baton.testkit.ContractFixture.awaitEpoch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Candidate;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every backend has to hold when a leader is killed or frozen. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
public abstract class FaultContract extends FreshStoreContract {
    @Test // FENCE-1, FILE-6
    void aKilledLeaderIsSucceededWithAHigherEpoch() {
        long epoch = 0;
        for (int round = 0; round < 3; round++) {
            TestCandidate victim = play().contestant("victim" + round);
            long reign = awaitEpoch(victim);
            assertThat(reign).isGreaterThan(epoch);
            Candidate standby = play().candidate("standby" + round);
            standby.start();
            await(
                    "the standby is there",
                    () -> play().election().roster().stream()
                            .anyMatch(frame -> frame.instanceId().equals(standby.instanceId())));
            victim.crash();
            epoch = awaitEpoch(standby);
            assertThat(epoch).isGreaterThan(reign);
            standby.close();
        }
    }

    @Test // API-2
    void aLeaderFrozenForThreeTimesItsValidityKnowsAtOnceThatItLeadsNoMore() {
        TestCandidate frozen = play().contestant("frozen");
        long epoch = awaitEpoch(frozen);
        frozen.freeze();
        long until =
                System.nanoTime() + ContractFixture.VALIDITY.multipliedBy(3).toNanos();
        await("three times the validity have passed", () -> System.nanoTime() - until > 0);
        frozen.thaw();
        TestCandidate.Standing standing = frozen.standing();
        assertThat(standing.leader() && standing.epoch() == epoch)
                .as("the reign from before the freeze is valid")
                .isFalse();
    }

    @Test // API-2, FILE-6
    void aFrozenLeaderIsSucceededAndComesBackAsAStandby() {
        TestCandidate frozen = play().contestant("frozen");
        long epoch = awaitEpoch(frozen);
        Candidate standby = play().candidate("standby");
        standby.start();
        frozen.freeze();
        Awaitility.await("the standby leads").atMost(Duration.ofSeconds(60)).until(standby::isLeader);
        assertThat(awaitEpoch(standby)).isGreaterThan(epoch);
        frozen.thaw();
        assertThat(frozen.standing().leader()).isFalse();
        assertThat(standby.isLeader()).isTrue();
    }

    @Test // FILE-11
    void aKilledCandidateAgesOutOfTheRoster() {
        TestCandidate victim = play().contestant("victim");
        awaitEpoch(victim);
        await(
                "it is on the roster",
                () -> play().election().roster().stream()
                        .anyMatch(frame -> frame.instanceId().equals("victim")));
        victim.crash();
        await(
                "it aged out",
                () -> play().election().roster().stream()
                        .noneMatch(frame -> frame.instanceId().equals("victim")));
        assertThat(play().connect().elections()).contains(ELECTION);
    }
}
