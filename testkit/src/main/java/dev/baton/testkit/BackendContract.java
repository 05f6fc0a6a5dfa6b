package dev.baton.testkit;

import static dev.baton.testkit.ContractPlay.ELECTION;
import static dev.baton.testkit.ContractPlay.await;
import static dev.baton.testkit.ContractPlay.awaitEpoch;
import static dev.baton.testkit.ContractPlay.get;
import static dev.baton.testkit.ContractPlay.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.Leadership;
import dev.baton.TransferOutcome;
import dev.baton.machine.EndReason;
import dev.baton.machine.Event;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Backend;
import dev.baton.spi.Claim;
import dev.baton.spi.Clock;
import dev.baton.spi.Contender;
import dev.baton.spi.Contest;
import dev.baton.spi.Departure;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.RenewOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What every backend has to hold (API-1): extend it, say how to open the store, and run it over the real
 * thing. What needs a leader that is killed or frozen is in {@link FaultContract}.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
public abstract class BackendContract {
    private ContractPlay play;

    /** A fresh, empty store. */
    protected abstract ContractStore openStore() throws Exception;

    @BeforeEach
    final void openPlay() throws Exception {
        play = new ContractPlay(openStore());
    }

    @AfterEach
    final void closePlay() throws Exception {
        play.close();
    }

    @Test // API-1, LEASE-10
    void ofTwoContendersExactlyOneLeads() {
        onlyOneLeads(2, 10);
    }

    @Test // API-1, LEASE-10
    void ofSixteenContendersExactlyOneLeads() {
        onlyOneLeads(16, 20);
    }

    private void onlyOneLeads(int contenders, int handOvers) {
        ReignHistory history = new ReignHistory();
        List<Candidate> candidates = new ArrayList<>();
        for (int i = 0; i < contenders; i++) {
            Candidate candidate =
                    play.candidate(play.connect(), settings("c" + i).yieldFor(Duration.ofMillis(50)));
            history.follow(candidate);
            candidates.add(candidate);
        }
        candidates.forEach(Candidate::start);
        for (int i = 0; i < handOvers; i++) {
            int reignsSoFar = i;
            await(
                    "somebody leads",
                    () -> history.reigns().size() > reignsSoFar
                            && candidates.stream().anyMatch(Candidate::isLeader));
            assertThat(candidates.stream().filter(Candidate::isLeader)).hasSizeLessThanOrEqualTo(1);
            candidates.stream().filter(Candidate::isLeader).forEach(leader -> leader.stepDown(Duration.ofSeconds(10)));
        }
        candidates.forEach(Candidate::close);
        assertThat(history.epochViolations()).isEmpty();
        assertThat(history.overlapViolations()).isEmpty();
        assertThat(history.reigns()).hasSizeGreaterThanOrEqualTo(handOvers);
    }

    @Test // PG-3
    void aSecondCandidateOfTheSameProcessIsToldThatItIsHeldLocally() {
        Baton baton = play.connect();
        Candidate first = play.candidate(baton, settings("first"));
        first.start();
        awaitEpoch(first);
        Candidate second = play.candidate(baton, settings("second"));
        List<String> holders = new CopyOnWriteArrayList<>();
        second.onAcquireFailed(failed -> failed.holder().ifPresent(holders::add));
        second.start();
        await("the second is refused", () -> !holders.isEmpty());
        assertThat(holders).allMatch("(local)"::equals);
        assertThat(first.isLeader()).isTrue();
        first.close();
        awaitEpoch(second);
    }

    @Test // FENCE-1
    void epochsGrowOverReleaseDeletionAndRestart() {
        Candidate first = play.candidate("first");
        first.start();
        long epoch = awaitEpoch(first);
        first.close();

        Candidate second = play.candidate("second");
        second.start();
        long afterRelease = awaitEpoch(second);
        assertThat(afterRelease).isGreaterThan(epoch);
        second.close();

        play.store.deleteLock(ELECTION);
        Candidate third = play.candidate("third");
        third.start();
        long afterDeletion = awaitEpoch(third);
        assertThat(afterDeletion).isGreaterThan(afterRelease);
        third.close();

        play.store.restart();
        Candidate fourth = play.candidate("fourth");
        fourth.start();
        assertThat(awaitEpoch(fourth)).isGreaterThan(afterDeletion);
    }

    @Test // FENCE-1
    void epochsGrowPastTheHighestThatACandidateKnows() {
        Contender contender = contender(play.store.open(Clock.system()), "only");
        AcquireOutcome outcome = get(contender.acquire(1_000));
        assertThat(outcome).isInstanceOf(AcquireOutcome.Won.class);
        assertThat(((AcquireOutcome.Won) outcome).claim().epoch()).isGreaterThan(1_000);
    }

    @Test // API-1
    void renewalMatchesOwnerAndEpoch() {
        Backend backend = play.store.open(Clock.system());
        Claim claim = won(contender(backend, "owner"));
        Claim older = new Claim(ELECTION, "owner", claim.epoch() - 1, claim.countsFrom());
        Claim foreign = new Claim(ELECTION, "thief", claim.epoch(), claim.countsFrom());
        Map<Claim, RenewOutcome> answers = get(backend.renew(List.of(claim, older, foreign)));
        assertThat(answers.get(claim)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(answers.get(older)).isInstanceOf(RenewOutcome.Gone.class);
        assertThat(answers.get(foreign)).isInstanceOf(RenewOutcome.Gone.class);
    }

    @Test // API-1, FILE-8
    void releaseMatchesOwnerAndEpochAndNeverTouchesASuccessor() {
        Backend backend = play.store.open(Clock.system());
        Contender owner = contender(backend, "owner");
        Claim claim = won(owner);
        Claim older = new Claim(ELECTION, "owner", claim.epoch() - 1, claim.countsFrom());
        assertThat(get(owner.release(older, Departure.because(EndReason.RESIGNED))))
                .isInstanceOf(ReleaseOutcome.NotOurs.class);
        assertThat(get(backend.renew(List.of(claim))).get(claim)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(get(owner.release(claim, Departure.because(EndReason.RESIGNED))))
                .isInstanceOf(ReleaseOutcome.Released.class);

        Backend other = play.store.open(Clock.system());
        Claim successor = won(contender(other, "successor"));
        assertThat(get(owner.release(claim, Departure.because(EndReason.RESIGNED))))
                .isInstanceOf(ReleaseOutcome.NotOurs.class);
        assertThat(get(other.renew(List.of(successor))).get(successor)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(successor.epoch()).isGreaterThan(claim.epoch());
    }

    @Test // API-6
    void anAcquireWhoseReplyIsLostIsNeitherHeldTwiceNorLeaked() {
        LossyBackend lossy = new LossyBackend(play.store.open(Clock.system()));
        lossy.loseAcquires(2);
        Candidate unlucky = play.candidate(
                play.over(lossy, Clock.system()),
                settings("unlucky").retry(context -> Optional.of(Duration.ofMillis(20))));
        List<Event> events = new CopyOnWriteArrayList<>();
        unlucky.listen(event -> {
            events.add(event);
            return CompletableFuture.completedFuture(true);
        });
        unlucky.start();
        long epoch = awaitEpoch(unlucky);
        assertThat(events).anyMatch(Event.ErrorRaised.class::isInstance).noneMatch(Event.Lost.class::isInstance);
        unlucky.close();
        Candidate next = play.candidate("next");
        next.start();
        assertThat(awaitEpoch(next)).isGreaterThan(epoch);
    }

    @Test // API-6
    void aLostAcquireOfACandidateThatStopsIsNotLeaked() {
        LossyBackend lossy = new LossyBackend(play.store.open(Clock.system()));
        lossy.loseAcquires(1);
        Candidate unlucky = play.candidate(
                play.over(lossy, Clock.system()), settings("unlucky").autoReacquire(false));
        unlucky.start();
        Candidate next = play.candidate("next");
        next.start();
        awaitEpoch(next);
    }

    @Test // API-6
    void aRenewalWhoseReplyIsLostCostsNothingWhileTheNextOneComesThrough() {
        LossyBackend lossy = new LossyBackend(play.store.open(Clock.system()));
        Candidate leader = play.candidate(play.over(lossy, Clock.system()), settings("leader"));
        List<Throwable> errors = new CopyOnWriteArrayList<>();
        leader.onError(errors::add);
        leader.start();
        long epoch = awaitEpoch(leader);
        lossy.loseRenewals(1);
        await("the loss was noticed", () -> !errors.isEmpty());
        assertThat(leader.leadership().map(Leadership::epoch)).contains(epoch);
    }

    @Test // API-6, PG-11
    void aReleaseWhoseReplyIsLostIsNotLeaked() {
        LossyBackend lossy = new LossyBackend(play.store.open(Clock.system()));
        Candidate leader = play.candidate(play.over(lossy, Clock.system()), settings("leader"));
        List<EndReason> losses = new CopyOnWriteArrayList<>();
        leader.onLost((epoch, reason) -> losses.add(reason));
        leader.start();
        awaitEpoch(leader);
        lossy.loseReleases(1);
        Candidate next = play.candidate("next");
        next.start();
        leader.stepDown(Duration.ofSeconds(10));
        awaitEpoch(next);
        await("the loss was told", () -> losses.equals(List.of(EndReason.SESSION_CLOSED)));
    }

    @Test // API-2
    void aForwardStepOfTheWallClockOnlyEndsALeadershipEarly() {
        SkewedClock clock = new SkewedClock();
        Leadership leadership = leading(clock);
        clock.stepWallClock(Duration.ofHours(1));
        assertThat(leadership.isValid()).isFalse();
        clock.stepWallClock(Duration.ofHours(-1));
        assertThat(leadership.isValid()).as("what turned invalid stays so").isFalse();
    }

    @Test // API-2
    void aBackwardStepOfTheWallClockDoesNotLengthenALeadership() {
        SkewedClock clock = new SkewedClock();
        Leadership leadership = leading(clock);
        clock.stepWallClock(Duration.ofHours(-1));
        assertThat(leadership.remaining()).isLessThanOrEqualTo(ContractPlay.VALIDITY);
        play.store.breakDown();
        await("it runs out all the same", () -> !leadership.isValid());
    }

    @Test // API-2
    void aSuspendedMachineLeadsNoMore() {
        SkewedClock clock = new SkewedClock();
        Leadership leadership = leading(clock);
        clock.suspend(ContractPlay.VALIDITY.multipliedBy(3));
        assertThat(leadership.isValid()).isFalse();
    }

    private Leadership leading(Clock clock) {
        Candidate candidate = play.candidate(play.connect(clock), settings("leader"));
        candidate.start();
        awaitEpoch(candidate);
        return candidate.leadership().orElseThrow();
    }

    @Test // API-2, API-5
    void aLeaderThatCannotReachTheStoreStopsBeforeItsValidityEnds() {
        Candidate candidate = play.candidate("leader");
        List<EndReason> losses = new CopyOnWriteArrayList<>();
        candidate.onLost((epoch, reason) -> losses.add(reason));
        candidate.start();
        awaitEpoch(candidate);
        Leadership leadership = candidate.leadership().orElseThrow();
        play.store.breakDown();
        await("the loss is told", () -> !losses.isEmpty());
        assertThat(losses).containsExactly(EndReason.UNREACHABLE);
        assertThat(leadership.isValid()).isFalse();
        play.store.repair();
        awaitEpoch(candidate);
    }

    @Test // API-8
    void aTransferReachesItsTargetAndNobodyElse() {
        Candidate a = play.candidate("a");
        Candidate b = play.candidate("b");
        Candidate c = play.candidate("c");
        a.start();
        awaitEpoch(a);
        b.start();
        c.start();
        await("all are on the roster", () -> play.election().roster().size() == 3);
        List<String> leaders = new CopyOnWriteArrayList<>();
        List.of(a, b, c).forEach(candidate -> candidate.onAcquired(l -> leaders.add(l.instanceId())));
        a.transferTo("c");
        awaitEpoch(c);
        play.election().transferTo("b");
        awaitEpoch(b);
        await("all was told", () -> leaders.size() >= 2);
        assertThat(leaders).containsExactly("c", "b");
    }

    @Test // API-8
    void aTransferToNobodyChangesNothing() {
        Candidate leader = play.candidate("leader");
        leader.start();
        long epoch = awaitEpoch(leader);
        assertThat(leader.transferTo("nobody")).isEqualTo(TransferOutcome.UNKNOWN_TARGET);
        assertThat(leader.leadership().map(Leadership::epoch)).contains(epoch);
    }

    @Test // API-8
    void ofTwoStandbysTheOneOfHigherPriorityGoesFirst() {
        Candidate leader = play.candidate("leader");
        leader.start();
        awaitEpoch(leader);
        Candidate low = play.candidate(play.connect(), settings("low"));
        Candidate high = play.candidate(play.connect(), settings("high").priority(10));
        high.start();
        await("the favourite is known", () -> play.election().roster().size() == 2);
        low.start();
        await("all are on the roster", () -> play.election().roster().size() == 3);
        leader.close();
        awaitEpoch(high);
        assertThat(low.isLeader()).isFalse();
    }

    @Test // API-8
    void anUnhealthyCandidateDoesNotStandAndAnUnhealthyLeaderYields() {
        AtomicBoolean healthy = new AtomicBoolean(false);
        Candidate ill = play.candidate(
                play.connect(), settings("ill").health(healthy::get).healthEvery(Duration.ofMillis(20)));
        List<EndReason> ends = new CopyOnWriteArrayList<>();
        ill.onReleased((epoch, reason) -> ends.add(reason));
        ill.start();
        Candidate well = play.candidate("well");
        well.start();
        awaitEpoch(well);
        well.close();
        await(
                "the unhealthy one is on the roster",
                () -> play.election().roster().stream()
                        .anyMatch(frame -> frame.instanceId().equals("ill") && !frame.healthy()));
        assertThat(ill.isLeader()).isFalse();
        healthy.set(true);
        awaitEpoch(ill);
        healthy.set(false);
        await("it yields", () -> ends.equals(List.of(EndReason.UNHEALTHY)));
        assertThat(ill.isLeader()).isFalse();
    }

    @Test // API-7
    void observersSeeEveryEpochOfTwoHundredChangesInOrder() {
        List<Long> seen = new CopyOnWriteArrayList<>();
        var observation = play.election().observe(leader -> leader.ifPresent(record -> seen.add(record.epoch())));
        Contender contender = contender(play.store.open(Clock.system()), "quick");
        List<Long> epochs = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            Claim claim = won(contender);
            epochs.add(claim.epoch());
            assertThat(get(contender.release(claim, Departure.because(EndReason.RESIGNED))))
                    .isInstanceOf(ReleaseOutcome.Released.class);
        }
        await("all changes were seen", () -> seen.size() >= 200);
        assertThat(seen).isEqualTo(epochs);
        assertThat(observation.age()).isLessThan(observation.stalenessBound().plusSeconds(1));
        observation.close();
    }

    @Test // API-3
    void stoppingEndsTheWorkAndOnlyThenReleases() {
        Candidate leader = play.candidate("leader");
        List<String> order = new CopyOnWriteArrayList<>();
        leader.whileLeading(leadership -> {
            try {
                new CountDownLatch(1).await();
            } finally {
                order.add("work ended, valid=" + leadership.isValid());
            }
        });
        leader.onReleased((epoch, reason) -> order.add("released"));
        leader.start();
        awaitEpoch(leader);
        Candidate next = play.candidate("next");
        next.onAcquired(leadership -> order.add("next leads"));
        next.start();
        leader.close();
        awaitEpoch(next);
        await("all was told", () -> order.size() == 3);
        assertThat(order.get(0)).isEqualTo("work ended, valid=false");
        assertThat(order).contains("released", "next leads");
    }

    @Test // FILE-2
    void namesThatAreNotNamesAreRefused() {
        Baton baton = play.connect();
        for (String bad : List.of("", ".hidden", "../escape", "a/b", "a b", "a\nb", "x".repeat(129), "ä")) {
            assertThatThrownBy(() -> baton.election(bad)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test // FILE-6, FENCE-1
    void aRecordThatIsGarbageLosesNoEpochAndMakesNoSecondLeader() {
        Candidate leader = play.candidate("leader");
        leader.start();
        long epoch = awaitEpoch(leader);
        play.store.corruptLock(ELECTION);
        Candidate other = play.candidate("other");
        other.start();
        await("the other tried", () -> play.election().roster().size() == 2);
        assertThat(leader.isLeader() && other.isLeader()).isFalse();
        leader.close();
        assertThat(awaitEpoch(other)).isGreaterThan(epoch);
    }

    private static Contender contender(Backend backend, String instanceId) {
        return backend.contend(new Contest(ELECTION, instanceId, 0, "", new DeafSignals()));
    }

    private static Claim won(Contender contender) {
        AcquireOutcome outcome = get(contender.acquire(0));
        assertThat(outcome).isInstanceOf(AcquireOutcome.Won.class);
        return ((AcquireOutcome.Won) outcome).claim();
    }
}
