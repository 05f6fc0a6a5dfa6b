package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.Gate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A connection that is closed by the work, a gate or a listener of its own candidate. */
@Timeout(120)
class CloseInsideTest {
    private final String url = "memory:close-inside-" + System.nanoTime();
    private final Baton baton = Baton.builder().url(url).isolated().connect();
    private final Baton other = Baton.builder().url(url).isolated().connect();
    private final Candidate candidate = baton.election("nightly").candidate();
    private final List<CandidateEvent> events = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        baton.close();
        other.close();
    }

    @Test // API-3, PG-5
    void workReleases() throws InterruptedException {
        candidate.whileLeading(leadership -> baton.close());
        start();
        assertReleased();
    }

    @Test // API-3, PG-5
    void gateReleases() throws InterruptedException {
        start();
        assertThat(candidate.awaitLeadership(Duration.ofSeconds(30))).isPresent();
        Gate gate = candidate.gate("step");
        assertThat(gate.tryRun(leadership -> baton.close())).isTrue();
        assertReleased();
    }

    @Test // API-3, PG-5
    void listenerReleases() throws InterruptedException {
        candidate.onAcquired(leadership -> baton.close());
        start();
        assertReleased();
    }

    private void start() {
        candidate.listen(event -> {
            events.add(event);
            return CompletableFuture.completedFuture(true);
        });
        candidate.start();
    }

    private void assertReleased() throws InterruptedException {
        ElectionFixture.await(
                "released and stopped",
                () -> events.stream().anyMatch(CandidateEvent.Released.class::isInstance)
                        && events.stream().anyMatch(CandidateEvent.Stopped.class::isInstance));
        assertThat(other.election("nightly").leader()).isEmpty();
    }
}
