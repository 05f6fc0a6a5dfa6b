package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateSettings;
import dev.baton.Registration;
import dev.baton.support.thread.NamedThreads;
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

    @Test // PG-6
    void manyListenersThatBlockDelayNoOther() throws InterruptedException {
        for (int i = 0; i < 100; i++) {
            candidate.onAcquired(leadership -> block());
        }
        candidate.listen(event -> {
            events.add(event);
            return CompletableFuture.completedFuture(true);
        });
        candidate.start();
        assertThat(candidate.awaitLeadership(Duration.ofSeconds(30))).isPresent();
        ElectionFixture.await(
                "the last listener received the event",
                () -> events.stream().anyMatch(CandidateEvent.Acquired.class::isInstance));
    }

    @Test // PG-6, PG-11
    void closeWaitsForAListenerThatDelaysOnlyItself() throws InterruptedException {
        List<CandidateEvent> others = new CopyOnWriteArrayList<>();
        candidate.listen(event -> {
            if (event instanceof CandidateEvent.Acquired) {
                block();
            }
            events.add(event);
            return CompletableFuture.completedFuture(true);
        });
        candidate.listen(event -> {
            others.add(event);
            return CompletableFuture.completedFuture(true);
        });
        candidate.start();
        assertThat(candidate.awaitLeadership(Duration.ofSeconds(30))).isPresent();
        Thread closing = NamedThreads.start("close", baton::close);
        ElectionFixture.await(
                "the other listener received all events",
                () -> others.stream().anyMatch(CandidateEvent.Stopped.class::isInstance));
        assertThat(events).noneMatch(CandidateEvent.Stopped.class::isInstance);
        assertThat(closing.isAlive()).as("close waits for the listener").isTrue();
        mayReturn.countDown();
        closing.join();
        assertThat(events)
                .isEqualTo(others)
                .filteredOn(CandidateEvent.Released.class::isInstance)
                .hasSize(1);
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
