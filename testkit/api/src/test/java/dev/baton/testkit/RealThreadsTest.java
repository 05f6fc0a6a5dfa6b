package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateSettings;
import dev.baton.Registration;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Behaviour that depends on real threads. */
@Timeout(120)
class RealThreadsTest {
    private final Baton baton = Baton.connect("memory:real-threads-" + System.nanoTime());
    private final Candidate candidate = baton.election("nightly")
            .candidate(
                    CandidateSettings.builder().validity(Duration.ofSeconds(1)).build());
    private final CountDownLatch mayReturn = new CountDownLatch(1);
    private final List<CandidateEvent> events = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        mayReturn.countDown();
        baton.close();
    }

    @Test // API-4
    void blockedListenerAndBlockedWorkDelayNoRenewal() throws InterruptedException {
        candidate.onAcquired(leadership -> block());
        candidate.whileLeading(leadership -> block());
        candidate.start();
        assertThat(candidate.awaitLeadership(Duration.ofSeconds(30))).isPresent();
        ElectionFixture.await(
                "renewed for longer than the validity",
                () -> candidate.renewals().count() >= 4);
        assertThat(candidate.leadership().orElseThrow().epoch()).isEqualTo(1);
    }

    @Test // PG-11
    void eventsDuringCloseAreStillDelivered() throws InterruptedException {
        candidate.onAcquired(leadership -> block());
        candidate.listen(event -> {
            events.add(event);
            return CompletableFuture.completedFuture(true);
        });
        candidate.start();
        assertThat(candidate.awaitLeadership(Duration.ofSeconds(30))).isPresent();
        baton.close();
        assertThat(events).noneMatch(CandidateEvent.Stopped.class::isInstance);
        mayReturn.countDown();
        ElectionFixture.await(
                "all events are delivered", () -> events.stream().anyMatch(CandidateEvent.Stopped.class::isInstance));
        assertThat(events).filteredOn(CandidateEvent.Released.class::isInstance).hasSize(1);
    }

    @Test // PG-6
    void registrationMayBeClosedFromItsListener() throws InterruptedException {
        CompletableFuture<Registration> own = new CompletableFuture<>();
        own.complete(candidate.listen(event -> {
            events.add(event);
            own.thenAccept(Registration::close);
            return CompletableFuture.completedFuture(true);
        }));
        candidate.start();
        assertThat(candidate.awaitLeadership(Duration.ofSeconds(30))).isPresent();
        candidate.close();
        assertThat(events).hasSize(1);
    }

    private void block() {
        try {
            mayReturn.await();
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
    }
}
