package dev.baton.testkit;

import static dev.baton.testkit.ContractFixture.ELECTION;
import static dev.baton.testkit.ContractFixture.await;
import static dev.baton.testkit.ContractFixture.awaitEpoch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Candidate;
import dev.baton.spi.Roster;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The tests with a leader that is killed or frozen, which every backend must pass.
 *
 * <pre>{@code
 * class MyFaultContractTest extends FaultContract {
 *     protected ContractStore openStore() {
 *         return new MyContractStore();
 *     }
 * }
 * }</pre>
 */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
public abstract class FaultContract extends FreshStoreContract {
    /** A fifth of the default. Live instances publish three times as often, so they still stay on the roster. */
    private static final Duration ROSTER_MAX_AGE = Roster.maxAge().dividedBy(5);

    @BeforeAll
    static void shortenRosterAge() {
        System.setProperty(Roster.MAX_AGE_PROPERTY, Long.toString(ROSTER_MAX_AGE.toMillis()));
    }

    @AfterAll
    static void restoreRosterAge() {
        System.clearProperty(Roster.MAX_AGE_PROPERTY);
    }

    @Test // FENCE-1, FILE-6
    void killedLeaderIsSucceededWithHigherEpoch() {
        long epoch = 0;
        for (int round = 0; round < 3; round++) {
            TestCandidate victim = fixture().testCandidate("victim" + round);
            long killedEpoch = awaitEpoch(victim);
            assertThat(killedEpoch).isGreaterThan(epoch);
            Candidate standby = fixture().started("standby" + round);
            await("the standby is on the roster", () -> fixture().isOnRoster(standby.instanceId()));
            victim.crash();
            epoch = awaitEpoch(standby);
            assertThat(epoch).isGreaterThan(killedEpoch);
            standby.close();
        }
    }

    @Test // API-2
    void leaderFrozenPastItsValidityIsInvalidAtOnceAfterThaw() {
        TestCandidate frozen = fixture().testCandidate("frozen");
        long epoch = awaitEpoch(frozen);
        frozen.freeze();
        fixture().awaitExpiryOfLeadershipFromNow();
        frozen.thaw();
        TestCandidate.Status status = frozen.status();
        assertThat(status.leader() && status.epoch() == epoch)
                .as("leadership from before the freeze is valid")
                .isFalse();
    }

    @Test // API-2, FILE-6
    void frozenLeaderIsSucceededAndReturnsAsStandby() {
        TestCandidate frozen = fixture().testCandidate("frozen");
        long epoch = awaitEpoch(frozen);
        Candidate standby = fixture().started("standby");
        frozen.freeze();
        Awaitility.await("the standby leads").atMost(Duration.ofSeconds(60)).until(standby::isLeader);
        assertThat(awaitEpoch(standby)).isGreaterThan(epoch);
        frozen.thaw();
        assertThat(frozen.status().leader()).isFalse();
        assertThat(standby.isLeader()).isTrue();
    }

    @Test // FILE-11
    void killedCandidateAgesOutOfTheRosterAndLiveOneStays() {
        TestCandidate victim = fixture().testCandidate("victim");
        awaitEpoch(victim);
        fixture().started("live");
        await(
                "both are on the roster",
                () -> fixture().isOnRoster("victim") && fixture().isOnRoster("live"));
        victim.crash();
        await("the victim aged out", () -> !fixture().isOnRoster("victim"));
        await("the live candidate is on the roster", () -> fixture().isOnRoster("live"));
        assertThat(fixture().connect().elections()).contains(ELECTION);
    }
}
