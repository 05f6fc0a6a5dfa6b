package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateListener;
import dev.baton.CandidateState;
import dev.baton.EndReason;
import dev.baton.Registration;
import dev.baton.StopCause;
import dev.baton.internal.runtime.BatonRuntime;
import dev.baton.internal.runtime.RuntimeEnvironment;
import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ListenerTest {
    private final ElectionFixture fixture = new ElectionFixture();
    private final Candidate candidate = fixture.candidate("candidate");
    private final List<String> received = new ArrayList<>();

    @Test // PG-6
    void listenersThatAlwaysFailDoNotCallEachOtherForever() {
        for (String name : List.of("one", "other")) {
            candidate.listen(event -> {
                received.add(name);
                throw new IllegalStateException("planted");
            });
        }
        candidate.start();
        fixture.millis(1);
        assertThat(candidate.isLeader()).isTrue();
        // Four events reach both. A failure is reported to the other one, and so is a failure of that report.
        assertThat(received).hasSizeLessThanOrEqualTo(24);
    }

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
        candidate.stop(Duration.ofMillis(50));
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
        Registration registration = candidate.listen(event -> {
            received.add("first event");
            return slow;
        });
        candidate.start();
        fixture.millis(1);
        registration.close();
        slow.complete("done");
        assertThat(received).containsExactly("first event");
    }

    @Test // PG-6
    void listenerThatBlocksDelaysNoOtherListener() {
        candidate.listen(event -> new CompletableFuture<>());
        List<CandidateEvent> events = ElectionFixture.eventsOf(candidate);
        candidate.start();
        fixture.millis(1);
        candidate.stop(Duration.ofMillis(50));
        assertThat(ElectionFixture.withoutStateChanges(events))
                .containsExactly(
                        new CandidateEvent.Acquired(1),
                        new CandidateEvent.Released(1, EndReason.SHUT_DOWN),
                        new CandidateEvent.Stopped(StopCause.REQUESTED));
    }

    @Test // PG-5, PG-6
    void stopAndCloseReturnAfterTheListenersOfTheEnd() {
        for (Consumer<Candidate> end : List.<Consumer<Candidate>>of(Candidate::stop, Candidate::close)) {
            BlockingQueue<Runnable> callbacks = new LinkedBlockingQueue<>();
            Candidate late = lateListeners(callbacks);
            List<CandidateEvent> events = ElectionFixture.eventsOf(late);
            late.start();
            fixture.millis(1);
            NamedThreads.start("callbacks", () -> {
                ElectionFixture.await("stopped", () -> late.state() == CandidateState.STOPPED);
                runUntil(callbacks, () -> events.stream().anyMatch(CandidateEvent.Stopped.class::isInstance));
            });
            end.accept(late);
            assertThat(ElectionFixture.withoutStateChanges(events))
                    .endsWith(
                            new CandidateEvent.Released(events.size() > 3 ? epoch(events) : 0, EndReason.SHUT_DOWN),
                            new CandidateEvent.Stopped(StopCause.REQUESTED));
        }
    }

    private static long epoch(List<CandidateEvent> events) {
        return events.stream()
                .filter(CandidateEvent.Acquired.class::isInstance)
                .mapToLong(event -> ((CandidateEvent.Acquired) event).epoch())
                .max()
                .orElse(0);
    }

    private static void runUntil(BlockingQueue<Runnable> tasks, BooleanSupplier condition) {
        try {
            while (!condition.getAsBoolean() || !tasks.isEmpty()) {
                tasks.take().run();
            }
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    /** Returns a candidate whose listeners run only when the test runs the tasks. */
    private Candidate lateListeners(BlockingQueue<Runnable> tasks) {
        Baton baton = BatonRuntime.over(
                new RuntimeEnvironment(
                        fixture.time,
                        fixture.time,
                        tasks::add,
                        fixture.time.environment().work()),
                fixture.store::open);
        return fixture.candidate(baton, "late", settings -> settings);
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
        BlockingQueue<Runnable> callbacks = new LinkedBlockingQueue<>();
        Candidate late = lateListeners(callbacks);
        late.onAcquired(leadership -> received.add(leadership.epoch() + " valid: " + leadership.isValid()));
        late.start();
        fixture.millis(1);
        late.stop(Duration.ofMillis(1));
        runUntil(callbacks, () -> !received.isEmpty());
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
