package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateListener;
import dev.baton.CandidateState;
import dev.baton.EndReason;
import dev.baton.Registration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class ListenerTest {
    private final ElectionFixture fixture = new ElectionFixture();
    private final Candidate candidate = fixture.candidate("candidate");
    private final List<String> received = new ArrayList<>();

    @Test // PG-6
    void everyKindOfEventHasItsOwnListener() {
        Candidate rival = fixture.candidate("rival");
        rival.onAcquireFailed(
                failed -> received.add("failed: " + failed.holder().orElse("?")));
        candidate.onStateChange(
                change -> received.add(change.from().code() + ">" + change.to().code()));
        candidate.onAcquired(leadership -> received.add("acquired " + leadership.epoch()));
        candidate.onReleased(released -> received.add(
                "released " + released.epoch() + " " + released.reason().code()));
        candidate.onStopped(stopped -> received.add("stopped " + stopped.cause().code()));
        candidate.start();
        fixture.millis(1);
        rival.start();
        fixture.millis(1);
        candidate.stop(Duration.ofSeconds(1));
        assertThat(received)
                .containsExactly(
                        "stopped>follower",
                        "follower>acquiring",
                        "acquiring>leader",
                        "acquired 1",
                        "failed: candidate",
                        "leader>releasing",
                        "releasing>stopped",
                        "released 1 shut_down",
                        "stopped requested");
    }

    @Test // PG-6
    void listenersAreCalledInOrderOfRegistration() {
        candidate.onAcquired(leadership -> received.add("first"));
        Registration second = candidate.onAcquired(leadership -> received.add("second"));
        candidate.onAcquired(leadership -> received.add("third"));
        candidate.start();
        fixture.millis(1);
        assertThat(received).containsExactly("first", "second", "third");
        second.close();
        second.close();
        candidate.stepDown(Duration.ofSeconds(1));
        fixture.seconds(3);
        assertThat(received).containsExactly("first", "second", "third", "first", "third");
    }

    @Test // PG-6
    void nextEventWaitsForThePreviousStage() {
        CompletableFuture<String> slow = new CompletableFuture<>();
        candidate.listen(event -> {
            received.add(event.getClass().getSimpleName());
            return event instanceof CandidateEvent.Acquired ? slow : CompletableFuture.completedFuture("done");
        });
        candidate.start();
        fixture.millis(1);
        candidate.stop(Duration.ofSeconds(1));
        assertThat(received).endsWith("Acquired");
        slow.complete("done");
        assertThat(received).endsWith("Acquired", "StateChanged", "StateChanged", "Released", "Stopped");
    }

    @Test // PG-6, API-4
    void listenerThatNeverCompletesDelaysNeitherRenewalNorExpiry() {
        candidate.listen(event -> new CompletableFuture<>());
        candidate.start();
        fixture.seconds(60);
        assertThat(candidate.isLeader()).as("renewed for a minute").isTrue();
        fixture.store.breakDown();
        fixture.seconds(10);
        assertThat(candidate.isLeader()).isFalse();
    }

    @Test // PG-6
    void closedRegistrationReceivesNothingNotEvenQueuedEvents() {
        CompletableFuture<String> slow = new CompletableFuture<>();
        candidate.listen(event -> slow);
        Registration second = candidate.listen(event -> record("second " + event));
        candidate.start();
        fixture.millis(1);
        second.close();
        slow.complete("done");
        assertThat(received).isEmpty();
    }

    @Test // PG-6
    void listenerRegisteredTwiceIsClosedOncePerRegistration() {
        CandidateListener same = event -> record(event instanceof CandidateEvent.Acquired ? "acquired" : "");
        Registration one = candidate.listen(same);
        candidate.listen(same);
        one.close();
        one.close();
        candidate.start();
        fixture.millis(1);
        assertThat(received).containsOnlyOnce("acquired");
    }

    @Test // PG-6
    void throwingListenerIsReportedToErrorListenersOnly() {
        candidate.onAcquired(leadership -> {
            throw new IllegalStateException("bug");
        });
        candidate.onAcquired(leadership -> received.add("acquired"));
        candidate.onError(error -> received.add("error " + error.getMessage()));
        candidate.onError(error -> {
            throw new IllegalStateException("bug in an error listener");
        });
        candidate.start();
        fixture.millis(1);
        assertThat(received).containsExactly("acquired", "error bug", "error bug in an error listener");
        assertThat(candidate.isLeader()).isTrue();
    }

    @Test // PG-6
    void lateListenerReceivesAnEndedLeadership() {
        CompletableFuture<String> slow = new CompletableFuture<>();
        candidate.listen(event -> slow);
        candidate.onAcquired(leadership -> received.add(leadership.epoch() + " valid: " + leadership.isValid()));
        candidate.start();
        fixture.millis(1);
        candidate.stop(Duration.ofSeconds(1));
        slow.complete("done");
        assertThat(received).containsExactly("1 valid: false");
    }

    @Test // PG-5
    void everyMethodMayBeCalledFromAListener() {
        candidate.onAcquired(leadership -> {
            received.add("stepDown " + candidate.stepDown(Duration.ofHours(1)));
            candidate.stop(Duration.ofHours(1));
            candidate.close();
            candidate.transferTo("absent");
        });
        candidate.onReleased(released -> received.add("await " + awaitLeadership()));
        candidate.start();
        fixture.millis(1);
        assertThat(received).containsExactly("stepDown true", "await false");
        assertThat(candidate.state()).isEqualTo(CandidateState.STOPPED);
    }

    @Test // PG-11
    void lossIsPublishedWithItsReason() {
        candidate.onLost(lost -> received.add(lost.epoch() + " " + lost.reason()));
        candidate.start();
        fixture.millis(1);
        fixture.store.breakDown();
        fixture.seconds(10);
        assertThat(received).containsExactly("1 " + EndReason.UNREACHABLE);
    }

    private boolean awaitLeadership() {
        try {
            return candidate.awaitLeadership(Duration.ofHours(1)).isPresent();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    private CompletionStage<?> record(String text) {
        received.add(text);
        return CompletableFuture.completedFuture(true);
    }
}
