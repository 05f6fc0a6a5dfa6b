package dev.baton.testkit;

import static dev.baton.testkit.ContractFixture.await;
import static dev.baton.testkit.ContractFixture.awaitEpoch;
import static dev.baton.testkit.ContractFixture.settings;
import static org.assertj.core.api.Assertions.assertThat;

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

/** After a request whose reply was lost, no claim is held twice and none is leaked. */
interface LostReplyContract {
    ContractFixture fixture();

    @Test // API-6
    default void acquireWithLostReplyIsNeitherHeldTwiceNorLeaked() {
        LossyBackend lossy = new LossyBackend(fixture().open());
        lossy.loseAcquires(2);
        Candidate candidate =
                fixture().candidate(lossy, settings("candidate").retry(attempt -> Optional.of(Duration.ofMillis(20))));
        List<CandidateEvent> events = new CopyOnWriteArrayList<>();
        candidate.listen(event -> {
            events.add(event);
            return CompletableFuture.completedFuture(true);
        });
        candidate.start();
        long epoch = awaitEpoch(candidate);
        assertThat(events)
                .anyMatch(CandidateEvent.ErrorRaised.class::isInstance)
                .noneMatch(CandidateEvent.Lost.class::isInstance);
        candidate.close();
        assertThat(awaitEpoch(fixture().started("next"))).isGreaterThan(epoch);
    }

    @Test // API-6
    default void acquireWithLostReplyIsNotLeakedByAStop() {
        LossyBackend lossy = new LossyBackend(fixture().open());
        lossy.loseAcquires(1);
        fixture().candidate(lossy, settings("candidate").autoReacquire(false)).start();
        fixture().leader("next");
    }

    @Test // API-6
    default void renewalWithLostReplyDoesNotEndTheTenure() {
        LossyBackend lossy = new LossyBackend(fixture().open());
        Candidate leader = fixture().candidate(lossy, settings("leader"));
        List<Throwable> errors = new CopyOnWriteArrayList<>();
        leader.onError(errors::add);
        leader.start();
        long epoch = awaitEpoch(leader);
        lossy.loseRenewals(1);
        await("the error is published", () -> !errors.isEmpty());
        assertThat(leader.leadership().map(Leadership::epoch)).contains(epoch);
    }

    @Test // API-6, PG-11
    default void releaseWithLostReplyIsNotLeaked() {
        LossyBackend lossy = new LossyBackend(fixture().open());
        Candidate leader = fixture().candidate(lossy, settings("leader"));
        List<EndReason> losses = new CopyOnWriteArrayList<>();
        leader.onLost(lost -> losses.add(lost.reason()));
        leader.start();
        awaitEpoch(leader);
        lossy.loseReleases(1);
        Candidate next = fixture().started("next");
        leader.stepDown(Duration.ofSeconds(10));
        awaitEpoch(next);
        await("the loss is published", () -> losses.equals(List.of(EndReason.SESSION_CLOSED)));
    }
}
