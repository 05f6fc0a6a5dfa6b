package dev.baton.testkit;

import static dev.baton.testkit.ContractFixture.ELECTION;
import static dev.baton.testkit.ContractFixture.await;
import static dev.baton.testkit.ContractFixture.awaitEpoch;
import static dev.baton.testkit.ContractFixture.awaitLeadership;
import static dev.baton.testkit.ContractFixture.settings;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Candidate;
import dev.baton.EndReason;
import dev.baton.Leadership;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** An answer that belongs to an earlier attempt or an earlier tenure changes nothing. */
interface LateAnswerContract {
    ContractFixture fixture();

    @Test // API-6
    default void lateGrantOfAnEarlierAttemptMakesNobodyLeader() {
        HeldAnswersBackend backend = new HeldAnswersBackend(fixture().open());
        Candidate candidate = fixture()
                .candidate(backend, settings("candidate").retry(attempt -> Optional.of(Duration.ofMillis(50))));
        AtomicInteger failures = new AtomicInteger();
        candidate.onAcquireFailed(failed -> failures.incrementAndGet());
        backend.holdAcquires();
        candidate.start();
        await("the store has granted the claim", () -> backend.held() > 0);
        backend.holdNothing();
        candidate.stop(Duration.ofSeconds(10));
        Candidate other = fixture().leader("other");
        candidate.start();
        backend.deliver();
        await("the candidate has tried again", () -> failures.get() >= 2);
        assertThat(candidate.isLeader()).isFalse();
        assertThat(other.isLeader()).isTrue();
        assertThat(fixture().store.holderInStore(ELECTION))
                .hasValueSatisfying(holder ->
                        assertThat(holder.is("other", awaitEpoch(other))).isTrue());
    }

    @Test // API-6
    default void lateAnswerOfAnEarlierTenureDoesNotEndTheNextOne() {
        HeldAnswersBackend backend = new HeldAnswersBackend(fixture().open());
        Candidate candidate = fixture().candidate(backend, settings("candidate").reacquireDelay(Duration.ofMillis(20)));
        candidate.start();
        long first = awaitEpoch(candidate);
        backend.holdRenewals();
        await("a renewal is on its way", () -> backend.held() > 0);
        backend.holdNothing();
        candidate.stepDown(Duration.ofSeconds(10));
        List<EndReason> ends = new CopyOnWriteArrayList<>();
        candidate.onLost(lost -> ends.add(lost.reason()));
        assertThat(awaitLeadership(candidate).epoch()).isGreaterThan(first);
        long renewals = candidate.renewals().count();
        backend.deliverGone();
        await(
                "the next tenure is renewed, or has ended",
                () -> !ends.isEmpty() || candidate.renewals().count() >= renewals + 3);
        // On a busy machine it may expire by itself, but not because of the late answer.
        assertThat(ends).doesNotContain(EndReason.TAKEN_OVER);
    }

    @Test // API-2, API-6
    default void lateRenewalDoesNotReviveALeadership() {
        HeldAnswersBackend backend = new HeldAnswersBackend(fixture().open());
        Candidate candidate = fixture().candidate(backend, settings("candidate").autoReacquire(false));
        candidate.start();
        Leadership leadership = awaitLeadership(candidate);
        backend.holdRenewals();
        await("the leadership expires", () -> !leadership.isValid());
        backend.deliver();
        assertThat(leadership.isValid()).isFalse();
        assertThat(candidate.leadership().map(Leadership::epoch)).isNotEqualTo(Optional.of(leadership.epoch()));
    }
}
