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
    private final Stage stage = new Stage();
    private final Candidate candidate = stage.candidate("candidate");
    private final List<String> heard = new ArrayList<>();

    @Test // PG-6
    void eachKindOfEventHasAListenerOfItsOwn() {
        Candidate rival = stage.candidate("rival");
        rival.onAcquireFailed(failed -> heard.add("failed: " + failed.holder().orElse("?")));
        candidate.onStateChange(
                change -> heard.add(change.from().code() + ">" + change.to().code()));
        candidate.onAcquired(leadership -> heard.add("acquired " + leadership.epoch()));
        candidate.onReleased(released -> heard.add(
                "released " + released.epoch() + " " + released.reason().code()));
        candidate.onStopped(stopped -> heard.add("stopped " + stopped.cause().code()));
        candidate.start();
        stage.millis(1);
        rival.start();
        stage.millis(1);
        candidate.stop(Duration.ofSeconds(1));
        assertThat(heard)
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
    void severalListenersHearInTheOrderOfTheirRegistration() {
        candidate.onAcquired(leadership -> heard.add("first"));
        Registration second = candidate.onAcquired(leadership -> heard.add("second"));
        candidate.onAcquired(leadership -> heard.add("third"));
        candidate.start();
        stage.millis(1);
        assertThat(heard).containsExactly("first", "second", "third");
        second.close();
        second.close();
        candidate.stepDown(Duration.ofSeconds(1));
        stage.seconds(3);
        assertThat(heard).containsExactly("first", "second", "third", "first", "third");
    }

    @Test // PG-6
    void theNextEventWaitsForTheStageOfTheOneBefore() {
        CompletableFuture<String> slow = new CompletableFuture<>();
        candidate.listen(event -> {
            heard.add(event.getClass().getSimpleName());
            return event instanceof CandidateEvent.Acquired ? slow : CompletableFuture.completedFuture("done");
        });
        candidate.start();
        stage.millis(1);
        candidate.stop(Duration.ofSeconds(1));
        assertThat(heard).endsWith("Acquired");
        slow.complete("done");
        assertThat(heard).endsWith("Acquired", "StateChanged", "StateChanged", "Released", "Stopped");
    }

    @Test // PG-6, API-4
    void aListenerThatNeverAnswersDelaysNeitherRenewalNorExpiry() {
        candidate.listen(event -> new CompletableFuture<>());
        candidate.start();
        stage.seconds(60);
        assertThat(candidate.isLeader()).as("renewed for a minute").isTrue();
        stage.store.breakDown();
        stage.seconds(10);
        assertThat(candidate.isLeader()).isFalse();
    }

    @Test // PG-6
    void aClosedSubscriptionHearsNothingMoreNotEvenWhatWaited() {
        CompletableFuture<String> slow = new CompletableFuture<>();
        candidate.listen(event -> slow);
        Registration second = candidate.listen(event -> said("second " + event));
        candidate.start();
        stage.millis(1);
        second.close();
        slow.complete("done");
        assertThat(heard).isEmpty();
    }

    @Test // PG-6
    void aListenerRegisteredTwiceIsClosedOnceForEachSubscription() {
        CandidateListener same = event -> said(event instanceof CandidateEvent.Acquired ? "acquired" : "");
        Registration one = candidate.listen(same);
        candidate.listen(same);
        one.close();
        one.close();
        candidate.start();
        stage.millis(1);
        assertThat(heard).containsOnlyOnce("acquired");
    }

    @Test // PG-6
    void aListenerThatThrowsIsToldToErrorListenersAndHarmsNothing() {
        candidate.onAcquired(leadership -> {
            throw new IllegalStateException("bug");
        });
        candidate.onAcquired(leadership -> heard.add("acquired"));
        candidate.onError(error -> heard.add("error " + error.getMessage()));
        candidate.onError(error -> {
            throw new IllegalStateException("bug in an error listener");
        });
        candidate.start();
        stage.millis(1);
        assertThat(heard).containsExactly("acquired", "error bug", "error bug in an error listener");
        assertThat(candidate.isLeader()).isTrue();
    }

    @Test // PG-6
    void whoHearsOfAReignLateGetsALeadershipThatIsOver() {
        CompletableFuture<String> slow = new CompletableFuture<>();
        candidate.listen(event -> slow);
        candidate.onAcquired(leadership -> heard.add(leadership.epoch() + " valid: " + leadership.isValid()));
        candidate.start();
        stage.millis(1);
        candidate.stop(Duration.ofSeconds(1));
        slow.complete("done");
        assertThat(heard).containsExactly("1 valid: false");
    }

    @Test // PG-5
    void everyMethodMayBeCalledFromAListener() {
        candidate.onAcquired(leadership -> {
            heard.add("stepDown " + candidate.stepDown(Duration.ofHours(1)));
            candidate.stop(Duration.ofHours(1));
            candidate.close();
            candidate.transferTo("nobody");
        });
        candidate.onReleased(released -> heard.add("await " + awaitLeadership()));
        candidate.start();
        stage.millis(1);
        assertThat(heard).containsExactly("stepDown true", "await false");
        assertThat(candidate.state()).isEqualTo(CandidateState.STOPPED);
    }

    @Test // PG-11
    void aReignThatIsLostIsToldWithItsReason() {
        candidate.onLost(lost -> heard.add(lost.epoch() + " " + lost.reason()));
        candidate.start();
        stage.millis(1);
        stage.store.breakDown();
        stage.seconds(10);
        assertThat(heard).containsExactly("1 " + EndReason.UNREACHABLE);
    }

    private boolean awaitLeadership() {
        try {
            return candidate.awaitLeadership(Duration.ofHours(1)).isPresent();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    private CompletionStage<?> said(String what) {
        heard.add(what);
        return CompletableFuture.completedFuture(true);
    }
}
