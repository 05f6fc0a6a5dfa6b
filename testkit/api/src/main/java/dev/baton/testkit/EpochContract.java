package dev.baton.testkit;

import static dev.baton.testkit.ContractFixture.ELECTION;
import static dev.baton.testkit.ContractFixture.await;
import static dev.baton.testkit.ContractFixture.awaitEpoch;
import static dev.baton.testkit.ContractFixture.contender;
import static dev.baton.testkit.ContractFixture.get;
import static dev.baton.testkit.ContractFixture.won;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.Candidate;
import dev.baton.EndReason;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Backend;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RenewOutcome;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Epochs only grow, and a claim is known by owner and epoch. */
interface EpochContract {
    ContractFixture play();

    @Test // FENCE-1
    default void epochsGrowOverReleaseDeletionAndRestart() {
        Candidate first = play().candidate("first");
        first.start();
        long epoch = awaitEpoch(first);
        first.close();

        Candidate second = play().candidate("second");
        second.start();
        long afterRelease = awaitEpoch(second);
        assertThat(afterRelease).isGreaterThan(epoch);
        second.close();

        play().store.deleteLock(ELECTION);
        Candidate third = play().candidate("third");
        third.start();
        long afterDeletion = awaitEpoch(third);
        assertThat(afterDeletion).isGreaterThan(afterRelease);
        third.close();

        play().store.restart();
        Candidate fourth = play().candidate("fourth");
        fourth.start();
        assertThat(awaitEpoch(fourth)).isGreaterThan(afterDeletion);
    }

    @Test // FENCE-1
    default void epochsGrowPastTheHighestThatACandidateKnows() {
        Contender contender = contender(play().store.open(BatonClock.system()), "only");
        AcquireOutcome outcome = get(contender.acquire(1_000));
        assertThat(outcome).isInstanceOf(AcquireOutcome.Won.class);
        assertThat(((AcquireOutcome.Won) outcome).claim().epoch()).isGreaterThan(1_000);
    }

    @Test // API-1
    default void renewalMatchesOwnerAndEpoch() {
        Backend backend = play().store.open(BatonClock.system());
        Claim claim = won(contender(backend, "owner"));
        Claim older = new Claim(ELECTION, "owner", claim.epoch() - 1, claim.countsFrom());
        Claim foreign = new Claim(ELECTION, "thief", claim.epoch(), claim.countsFrom());
        Map<Claim, RenewOutcome> answers = get(backend.renew(List.of(claim, older, foreign)));
        assertThat(answers.get(claim)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(answers.get(older)).isInstanceOf(RenewOutcome.Gone.class);
        assertThat(answers.get(foreign)).isInstanceOf(RenewOutcome.Gone.class);
    }

    @Test // API-1, FILE-8
    default void releaseMatchesOwnerAndEpochAndNeverTouchesASuccessor() {
        Backend backend = play().store.open(BatonClock.system());
        Contender owner = contender(backend, "owner");
        Claim claim = won(owner);
        Claim older = new Claim(ELECTION, "owner", claim.epoch() - 1, claim.countsFrom());
        assertThat(get(owner.release(older, ReleaseRequest.of(EndReason.RESIGNED))))
                .isInstanceOf(ReleaseOutcome.NotOurs.class);
        assertThat(get(backend.renew(List.of(claim))).get(claim)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(get(owner.release(claim, ReleaseRequest.of(EndReason.RESIGNED))))
                .isInstanceOf(ReleaseOutcome.Released.class);

        Backend other = play().store.open(BatonClock.system());
        Claim successor = won(contender(other, "successor"));
        assertThat(get(owner.release(claim, ReleaseRequest.of(EndReason.RESIGNED))))
                .isInstanceOf(ReleaseOutcome.NotOurs.class);
        assertThat(get(other.renew(List.of(successor))).get(successor)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(successor.epoch()).isGreaterThan(claim.epoch());
    }

    @Test // FILE-6, FENCE-1
    default void aRecordThatIsGarbageLosesNoEpochAndMakesNoSecondLeader() {
        Candidate leader = play().candidate("leader");
        leader.start();
        long epoch = awaitEpoch(leader);
        play().store.corruptLock(ELECTION);
        Candidate other = play().candidate("other");
        other.start();
        await("the other tried", () -> play().election().roster().size() == 2);
        assertThat(leader.isLeader() && other.isLeader()).isFalse();
        leader.close();
        assertThat(awaitEpoch(other)).isGreaterThan(epoch);
    }
}
