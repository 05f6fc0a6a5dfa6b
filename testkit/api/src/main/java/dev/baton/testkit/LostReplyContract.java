package dev.baton.testkit;

import static dev.baton.testkit.ContractFixture.await;
import static dev.baton.testkit.ContractFixture.awaitEpoch;
import static dev.baton.testkit.ContractFixture.settings;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.EndReason;
import dev.baton.Leadership;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** A request was applied and its reply got lost: nothing is held twice, nothing leaks. */
interface LostReplyContract {
    ContractFixture play();

    @Test // API-6
    default void anAcquireWhoseReplyIsLostIsNeitherHeldTwiceNorLeaked() {
        LossyBackend lossy = new LossyBackend(play().store.open(BatonClock.system()));
        lossy.loseAcquires(2);
        Candidate unlucky = play().candidate(
                        play().over(lossy, BatonClock.system()),
                        settings("unlucky").retry(context -> Optional.of(Duration.ofMillis(20))));
        List<CandidateEvent> events = new CopyOnWriteArrayList<>();
        unlucky.listen(event -> {
            events.add(event);
            return CompletableFuture.completedFuture(true);
        });
        unlucky.start();
        long epoch = awaitEpoch(unlucky);
        assertThat(events)
                .anyMatch(CandidateEvent.ErrorRaised.class::isInstance)
                .noneMatch(CandidateEvent.Lost.class::isInstance);
        unlucky.close();
        Candidate next = play().candidate("next");
        next.start();
        assertThat(awaitEpoch(next)).isGreaterThan(epoch);
    }

    @Test // API-6
    default void aLostAcquireOfACandidateThatStopsIsNotLeaked() {
        LossyBackend lossy = new LossyBackend(play().store.open(BatonClock.system()));
        lossy.loseAcquires(1);
        Candidate unlucky = play().candidate(
                        play().over(lossy, BatonClock.system()),
                        settings("unlucky").autoReacquire(false));
        unlucky.start();
        Candidate next = play().candidate("next");
        next.start();
        awaitEpoch(next);
    }

    @Test // API-6
    default void aRenewalWhoseReplyIsLostCostsNothingWhileTheNextOneComesThrough() {
        LossyBackend lossy = new LossyBackend(play().store.open(BatonClock.system()));
        Candidate leader = play().candidate(play().over(lossy, BatonClock.system()), settings("leader"));
        List<Throwable> errors = new CopyOnWriteArrayList<>();
        leader.onError(errors::add);
        leader.start();
        long epoch = awaitEpoch(leader);
        lossy.loseRenewals(1);
        await("the loss was noticed", () -> !errors.isEmpty());
        assertThat(leader.leadership().map(Leadership::epoch)).contains(epoch);
    }

    @Test // API-6, PG-11
    default void aReleaseWhoseReplyIsLostIsNotLeaked() {
        LossyBackend lossy = new LossyBackend(play().store.open(BatonClock.system()));
        Candidate leader = play().candidate(play().over(lossy, BatonClock.system()), settings("leader"));
        List<EndReason> losses = new CopyOnWriteArrayList<>();
        leader.onLost(lost -> losses.add(lost.reason()));
        leader.start();
        awaitEpoch(leader);
        lossy.loseReleases(1);
        Candidate next = play().candidate("next");
        next.start();
        leader.stepDown(Duration.ofSeconds(10));
        awaitEpoch(next);
        await("the loss was told", () -> losses.equals(List.of(EndReason.SESSION_CLOSED)));
    }
}
