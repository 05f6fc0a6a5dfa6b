package dev.baton.testkit;

import static dev.baton.testkit.ContractFixture.ELECTION;
import static dev.baton.testkit.ContractFixture.await;
import static dev.baton.testkit.ContractFixture.awaitEpoch;
import static dev.baton.testkit.ContractFixture.won;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Candidate;
import dev.baton.spi.Contender;
import dev.baton.spi.Roster;
import dev.baton.spi.RunningCommand;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
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

    @Test // RUN-2
    void commandDelaysTheSuccessorOfAKilledLeader() {
        commandDelaysTheSuccessorAfter(TestCandidate::crash);
    }

    @Test // RUN-2, FILE-6
    void commandDelaysTheSuccessorOfALeaderWhoseClaimExpires() {
        commandDelaysTheSuccessorAfter(TestCandidate::freeze);
    }

    /** The process of the leader has ended, or does nothing: only the command delays the successor. */
    private void commandDelaysTheSuccessorAfter(Consumer<TestCandidate> end) {
        TestCandidate leader = fixture().testCandidate("leader");
        long epoch = awaitEpoch(leader);
        try (LiveCommandTrial trial = new LiveCommandTrial(fixture())) {
            Process process = trial.start();
            RunningCommand command = LiveCommandTrial.of(process);
            assertThat(leader.record(command)).isTrue();
            end.accept(leader);
            Contender successor = trial.on(trial.open(), "successor");
            LiveCommandTrial.assertDelayed(successor, command);
            LiveCommandTrial.end(process);
            assertThat(won(successor).epoch()).isGreaterThan(epoch);
        }
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

    @Test // LEASE-10, FILE-6
    void standbyOfAnotherUserDoesNotTakeALiveLeaderForDead() {
        if (fixture().leavesOut(StoreFeature.OTHER_USER)) {
            return;
        }
        Candidate leader = fixture().leader("leader");
        TestCandidate standby = fixture().isolatedCandidate("standby", ProcessIsolation.OTHER_USER);
        long epoch = awaitEpoch(leader);
        for (long observed = 0; observed != epoch; ) {
            // A leader that lost its tenure on a busy machine, and acquired again, is observed again.
            observed = epoch;
            long renewals = leader.renewals().count();
            await(
                    "the leader has renewed several times beside the standby",
                    () -> standby.status().leader() || leader.renewals().count() >= renewals + 6);
            assertThat(standby.status().leader()).as("the standby leads").isFalse();
            epoch = awaitEpoch(leader);
        }
        leader.close();
        assertThat(awaitEpoch(standby)).isGreaterThan(epoch);
    }

    @Test // LEASE-10, FILE-6
    void leaderInOtherNamespacesIsNotTakenForDead() {
        if (fixture().leavesOut(StoreFeature.OWN_NAMESPACES)) {
            return;
        }
        TestCandidate leader = fixture().isolatedCandidate("leader", ProcessIsolation.OWN_NAMESPACES);
        long epoch = awaitEpoch(leader);
        Candidate standby = fixture()
                .candidate(ContractFixture.settings("standby").retry(attempt -> Optional.of(Duration.ofMillis(100))));
        AtomicInteger attempts = new AtomicInteger();
        standby.onAcquireFailed(failed -> attempts.incrementAndGet());
        standby.start();
        await("the standby has tried several times", () -> standby.isLeader() || attempts.get() >= 10);
        assertThat(standby.isLeader()).as("the standby leads").isFalse();
        assertThat(leader.status()).isEqualTo(new TestCandidate.Status(true, epoch));
        leader.crash();
        assertThat(awaitEpoch(standby)).isGreaterThan(epoch);
    }
}
