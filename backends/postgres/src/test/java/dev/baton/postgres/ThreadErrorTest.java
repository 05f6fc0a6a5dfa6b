package dev.baton.postgres;

import static dev.baton.postgres.PostgresFixture.ELECTION;
import static dev.baton.postgres.PostgresFixture.await;
import static dev.baton.postgres.PostgresFixture.awaitEpoch;

import dev.baton.Baton;
import dev.baton.BatonClock;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.testkit.postgres.TestServers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests that end by an error of the JVM: the threads of the sessions go on. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ThreadErrorTest {
    private final PostgresFixture fixture = new PostgresFixture(TestServers.newest(), "patience=3s&rearm=1s");
    private final PostgresUrl url = PostgresUrl.parse(fixture.store.directUrl(), Map.of());
    private final BrokenConnections connections = new BrokenConnections(new DriverConnections(url));
    private final Baton baton = fixture.over(
            PostgresBackend.open(connections, url.options(), BatonClock.system(), ConcurrentHashMap.newKeySet()));

    @AfterEach
    void close() {
        fixture.close();
    }

    private Candidate started(CandidateSettings settings) {
        Candidate candidate = baton.election(ELECTION).candidate(settings);
        candidate.start();
        return candidate;
    }

    @Test // PG-2
    void leaderLosesItsSessionAndLeadsAgainWithALargerEpoch() {
        Candidate leader = started(PostgresFixture.settings("leader").build());
        long epoch = awaitEpoch(leader);
        connections.breakNext("lock");
        await("the renewal fails", () -> connections.hasBroken("lock"));
        await("it leads again", () -> leader.leadership().stream().anyMatch(later -> later.epoch() > epoch));
    }

    @Test // PG-5
    void rosterIsReadOnANewSession() {
        started(PostgresFixture.settings("leader").build());
        await("it is on the roster", () -> baton.election(ELECTION).roster().size() == 1);
        connections.breakNext("control");
        await("a request fails", () -> connections.hasBroken("control"));
        await(
                "it is on the roster again",
                () -> baton.election(ELECTION).roster().size() == 1);
    }

    @Test // PG-8
    void standbyWaitsOnANewSession() {
        Candidate leader = fixture.candidate("leader");
        leader.start();
        awaitEpoch(leader);
        Candidate standby = started(CandidateSettings.builder()
                .instanceId("standby")
                .retry(context -> Optional.of(Duration.ofHours(1)))
                .build());
        await("the standby waits", () -> connections.opened("wait") == 1);
        connections.breakNext("wait");
        await("the wait fails", () -> connections.hasBroken("wait"));
        await("it waits again", () -> connections.opened("wait") > 1);
        leader.stop();
        await("the standby leads", standby::isLeader);
    }
}
