package dev.baton.postgres;

import static dev.baton.postgres.Stage.ELECTION;
import static dev.baton.postgres.Stage.await;
import static dev.baton.postgres.Stage.awaitEpoch;
import static dev.baton.postgres.Stage.events;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.Leadership;
import dev.baton.testkit.postgres.TestServers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A leader that is cut off from the server, and a server that goes away. */
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class PartitionTest {

    @Test // PG-8, API-2
    void aLeaderBehindABlackHoleStopsBeforeTheServerGivesItsLockAway() {
        try (Stage stage = Stage.usual()) {
            Candidate cutOff = stage.candidate("cut-off");
            cutOff.start();
            long epoch = awaitEpoch(cutOff);
            Leadership leadership = cutOff.leadership().orElseThrow();
            Candidate standby = stage.connectDirectly()
                    .election(ELECTION)
                    .candidate(Stage.settings("standby")
                            .retry(context -> Optional.of(Duration.ofHours(1)))
                            .build());
            standby.start();
            await("the standby waits", () -> stage.sessions("wait") == 1);
            stage.store.proxy().blackhole();
            long before = System.nanoTime();
            await("the standby leads", () -> {
                assertThat(leadership.isValid() && standby.isLeader()).isFalse();
                return standby.isLeader();
            });
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(6));
            assertThat(standby.leadership().orElseThrow().epoch()).isGreaterThan(epoch);
            stage.store.proxy().heal();
            await("the old one follows", () -> !cutOff.isLeader());
        }
    }

    @Test // PG-8
    void aConnectionThatOnlyTheClientBelievesInIsFoundOutByTheNextProof() {
        try (Stage stage = Stage.usual()) {
            Candidate candidate = stage.candidate("only");
            candidate.start();
            long epoch = awaitEpoch(candidate);
            stage.store.proxy().halfOpen();
            await(
                    "it led again",
                    () -> candidate.isLeader()
                            && candidate.leadership().map(Leadership::epoch).orElse(0L) > epoch);
        }
    }

    @Test // API-6
    void aSlowNetworkCostsNoLeadership() {
        try (Stage stage = new Stage(TestServers.newest(), "patience=8s")) {
            Candidate candidate = stage.candidate(Stage.settings("only").validity(Duration.ofSeconds(7)));
            List<CandidateEvent> events = events(candidate);
            candidate.start();
            long epoch = awaitEpoch(candidate);
            stage.store.proxy().delay(Duration.ofMillis(200));
            stage.store.proxy().slice(7);
            long until = System.nanoTime() + Duration.ofSeconds(6).toNanos();
            await("some renewals later", () -> System.nanoTime() > until);
            assertThat(candidate.leadership().map(Leadership::epoch)).contains(epoch);
            assertThat(events).noneMatch(CandidateEvent.Lost.class::isInstance);
        }
    }

    @Test // PG-2, FENCE-1
    void aServerThatStopsAndComesBackIsLedAgainUnderAHigherEpoch() {
        try (Stage stage = Stage.usual()) {
            Candidate candidate = stage.candidate("only");
            List<CandidateEvent> events = events(candidate);
            candidate.start();
            long epoch = awaitEpoch(candidate);
            for (String signal : List.of("INT", "QUIT")) {
                Path control = stage.store.server().stop(signal);
                await("the loss was noticed", () -> !candidate.isLeader());
                stage.store.server().start(control);
                long next = awaitEpoch(candidate);
                assertThat(next).isGreaterThan(epoch);
                epoch = next;
            }
            await(
                    "both losses were told",
                    () -> events.stream()
                                    .filter(CandidateEvent.Lost.class::isInstance)
                                    .count()
                            == 2);
        }
    }
}
