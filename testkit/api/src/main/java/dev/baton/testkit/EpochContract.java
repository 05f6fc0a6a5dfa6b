package dev.baton.testkit;

import static dev.baton.testkit.ContractFixture.ELECTION;
import static dev.baton.testkit.ContractFixture.awaitEpoch;
import static dev.baton.testkit.ContractFixture.contender;
import static dev.baton.testkit.ContractFixture.get;
import static dev.baton.testkit.ContractFixture.release;
import static dev.baton.testkit.ContractFixture.won;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Candidate;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Backend;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.RenewOutcome;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Epochs only grow, and a claim matches by owner and epoch. */
interface EpochContract {
    ContractFixture fixture();

    @Test // FENCE-1
    default void epochsGrowOverReleaseDeletionAndRestart() {
        long epoch = leadOnce("first");
        long afterRelease = leadOnce("second");
        assertThat(afterRelease).isGreaterThan(epoch);
        fixture().store.deleteLock(ELECTION);
        long afterDeletion = leadOnce("third");
        assertThat(afterDeletion).isGreaterThan(afterRelease);
        fixture().store.restart();
        assertThat(leadOnce("fourth")).isGreaterThan(afterDeletion);
    }

    private long leadOnce(String instanceId) {
        try (Candidate candidate = fixture().started(instanceId)) {
            return awaitEpoch(candidate);
        }
    }

    @Test // FENCE-1
    default void epochsGrowPastTheHighestKnownToACandidate() {
        Contender contender = contender(fixture().open(), "only");
        AcquireOutcome outcome = get(contender.acquire(1_000));
        assertThat(outcome).isInstanceOf(AcquireOutcome.Won.class);
        assertThat(((AcquireOutcome.Won) outcome).claim().epoch()).isGreaterThan(1_000);
    }

    @Test // API-1
    default void renewalMatchesOwnerAndEpoch() {
        Backend backend = fixture().open();
        Contender owner = contender(backend, "owner");
        // The older claim must not have the epoch 0, which means that there is none.
        release(owner, won(owner));
        Claim claim = won(owner);
        Claim older = new Claim(ELECTION, "owner", claim.epoch() - 1, claim.countsFrom());
        Claim foreign = new Claim(ELECTION, "other", claim.epoch(), claim.countsFrom());
        Map<Claim, RenewOutcome> outcomes = get(backend.renew(List.of(claim, older, foreign)));
        assertThat(outcomes.get(claim)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(outcomes.get(older)).isInstanceOf(RenewOutcome.Gone.class);
        assertThat(outcomes.get(foreign)).isInstanceOf(RenewOutcome.Gone.class);
        assertThat(get(backend.renew(List.of(claim))).get(claim)).isInstanceOf(RenewOutcome.Renewed.class);
    }

    @Test // API-1, API-6
    default void withdrawalOfAnotherCandidateKeepsTheClaim() {
        Backend backend = fixture().open();
        Claim claim = won(contender(backend, "owner"));
        Contender other = contender(backend, "other");
        // More than once: a backend that numbers the calls of a candidate must not compare them with another's.
        get(other.withdraw());
        get(other.withdraw());
        assertThat(get(backend.renew(List.of(claim))).get(claim)).isInstanceOf(RenewOutcome.Renewed.class);
    }

    @Test // API-1, FILE-8
    default void releaseMatchesOwnerAndEpochAndNeverAffectsASuccessor() {
        Backend backend = fixture().open();
        Contender owner = contender(backend, "owner");
        release(owner, won(owner));
        Claim claim = won(owner);
        Claim older = new Claim(ELECTION, "owner", claim.epoch() - 1, claim.countsFrom());
        assertThat(release(owner, older)).isInstanceOf(ReleaseOutcome.NotOurs.class);
        assertThat(get(backend.renew(List.of(claim))).get(claim)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(release(owner, claim)).isInstanceOf(ReleaseOutcome.Released.class);

        Backend other = fixture().open();
        Claim successor = won(contender(other, "successor"));
        assertThat(release(owner, claim)).isInstanceOf(ReleaseOutcome.NotOurs.class);
        assertThat(get(other.renew(List.of(successor))).get(successor)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(successor.epoch()).isGreaterThan(claim.epoch());
    }

    @Test // FILE-6, FENCE-1
    default void corruptRecordLosesNoEpochAndCausesNoSecondLeader() {
        Candidate leader = fixture().started("leader");
        long epoch = awaitEpoch(leader);
        fixture().store.corruptLock(ELECTION);
        Candidate other = fixture().started("other");
        fixture().awaitRosterSize(2);
        assertThat(leader.isLeader() && other.isLeader()).isFalse();
        leader.close();
        assertThat(awaitEpoch(other)).isGreaterThan(epoch);
    }
}
