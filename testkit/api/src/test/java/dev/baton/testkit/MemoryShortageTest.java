package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateSettings;
import dev.baton.CandidateState;
import dev.baton.EndReason;
import dev.baton.InstanceStatus;
import dev.baton.Leadership;
import dev.baton.internal.runtime.BatonRuntime;
import dev.baton.internal.runtime.RuntimeEnvironment;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/** A process that has no memory or no threads for a moment. What nobody repeats is not lost. */
class MemoryShortageTest {
    private final ElectionFixture fixture = new ElectionFixture();
    private final ExhaustedClock clock = new ExhaustedClock(fixture.time);
    private final ExhaustedBackend backend = new ExhaustedBackend(fixture.store.open(fixture.time), clock);
    private final Baton baton = connect(fixture.time.environment().work());
    private final Candidate candidate = fixture.candidate(baton, "candidate", settings -> settings);
    private final List<CandidateEvent> events = ElectionFixture.eventsOf(candidate);

    private Baton connect(Executor work) {
        RuntimeEnvironment quick = fixture.time.environment();
        return BatonRuntime.over(
                new RuntimeEnvironment(clock, quick.loop(), quick.callbacks(), work), given -> backend);
    }

    private void lead() {
        candidate.start();
        fixture.millis(1);
        assertThat(candidate.isLeader()).isTrue();
    }

    @Test // API-2, API-4
    void renewalWhoseOutcomeCouldNotBeHandledIsRepeated() {
        lead();
        backend.exhaustedAfterRenewal = true;
        fixture.seconds(30);
        assertThat(clock.hasThrown()).isTrue();
        assertThat(candidate.leadership().map(Leadership::epoch)).contains(1L);
        assertThat(events).noneMatch(CandidateEvent.Lost.class::isInstance);
    }

    @Test // API-2, API-3
    void candidateWhoseWorkStoppedMeanwhileLeadsAgain() {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch mayReturn = new CountDownLatch(1);
        candidate.whileLeading(leadership -> {
            running.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException interrupt) {
                mayReturn.await();
                clock.exhaust();
            }
        });
        lead();
        ElectionFixture.await("the work is running", () -> running.getCount() == 0);
        backend.signals().claimGone(1, EndReason.TAKEN_OVER);
        mayReturn.countDown();
        ElectionFixture.await("the work has returned", clock::hasThrown);
        fixture.seconds(30);
        assertThat(candidate.leadership().map(Leadership::epoch)).contains(2L);
    }

    @Test // API-3
    void leaderWhoseWorkFailedMeanwhileStepsDown() {
        CountDownLatch mayFail = new CountDownLatch(1);
        candidate.whileLeading(leadership -> {
            mayFail.await();
            clock.exhaust();
            throw new IllegalStateException("planted");
        });
        lead();
        mayFail.countDown();
        ElectionFixture.await("released", () -> events.contains(new CandidateEvent.Released(1, EndReason.WORK_FAILED)));
    }

    @Test // PG-4
    void attemptFollowsWhenTheDelayCouldNotBeHandled() {
        Candidate leader = fixture.candidate("leader");
        leader.start();
        fixture.millis(1);
        List<Runnable> calls = new ArrayList<>();
        Candidate standby = fixture.candidate(
                connect(calls::add),
                "standby",
                settings -> settings.retry(attempt -> {
                    clock.exhaust();
                    return Optional.of(Duration.ofSeconds(1));
                }));
        standby.start();
        fixture.millis(1);
        assertThat(calls).as("calls of the retry strategy").hasSize(1);
        calls.get(0).run();
        assertThat(clock.hasThrown()).isTrue();
        fixture.seconds(2);
        assertThat(calls).as("calls of the retry strategy").hasSize(2);
    }

    @Test // API-1
    void startAndStopTakeEffectLater() {
        lead();
        Candidate second = baton.candidate("weekly");
        clock.exhaust();
        second.start();
        assertThat(clock.hasThrown()).isTrue();
        fixture.seconds(1);
        assertThat(second.isLeader()).isTrue();
        clock.exhaust();
        second.closeAsync();
        assertThat(clock.hasThrown()).isTrue();
        fixture.seconds(1);
        assertThat(second.state()).isEqualTo(CandidateState.STOPPED);
    }

    @Test // API-8
    void rosterIsPublishedAgain() {
        lead();
        fixture.seconds(1);
        backend.hasNoThreads = true;
        fixture.seconds(20);
        backend.hasNoThreads = false;
        Instant end = Instant.ofEpochMilli(fixture.time.wallMillis());
        fixture.seconds(6);
        assertThat(fixture.connect().election(ElectionFixture.ELECTION).roster())
                .filteredOn(status -> status.instanceId().equals("candidate"))
                .extracting(InstanceStatus::timestamp)
                .singleElement()
                .satisfies(published -> assertThat(published).isAfterOrEqualTo(end));
    }

    @Test // LEASE-11
    void rosterIsReadAgain() {
        List<List<InstanceStatus>> seen = new ArrayList<>();
        CandidateSettings self = CandidateSettings.builder().instanceId("self").build();
        baton.election(ElectionFixture.ELECTION).joinRoster(self, seen::add);
        fixture.seconds(2);
        assertThat(seen).as("reads before").isNotEmpty();
        backend.hasNoThreads = true;
        fixture.seconds(5);
        backend.hasNoThreads = false;
        seen.clear();
        fixture.seconds(2);
        assertThat(seen).as("reads afterwards").isNotEmpty();
    }
}
