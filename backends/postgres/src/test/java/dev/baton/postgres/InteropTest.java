package dev.baton.postgres;

import static dev.baton.postgres.PostgresFixture.ELECTION;
import static dev.baton.postgres.PostgresFixture.await;
import static dev.baton.postgres.PostgresFixture.awaitEpoch;
import static dev.baton.postgres.PostgresFixture.events;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.spi.AdvisoryKeys;
import dev.baton.spi.HolderDiagnostics;
import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that know only the lock keys compete with Baton. */
class InteropTest {

    @Test // PG-1
    void keysOfNameMatchDocumentedStatement() {
        for (String name : List.of("stage", "nightly", "a", "x:1-2.3_4")) {
            AdvisoryKeys keys = AdvisoryKeys.of(name);
            String hash = "('x' || substr(encode(sha256(convert_to('" + name + "', 'UTF8')), 'hex'), ";
            PostgresTestServer server = TestServers.newest();
            assertThat(server.number("postgres", "SELECT " + hash + "1, 8))::bit(32)::int4"))
                    .isEqualTo(keys.key1());
            assertThat(server.number("postgres", "SELECT " + hash + "9, 8))::bit(32)::int4"))
                    .isEqualTo(keys.key2());
        }
    }

    @Test // PG-1
    void plainSessionWithExplicitKeysBlocksCandidate() throws Exception {
        try (PostgresFixture fixture = new PostgresFixture(TestServers.newest(), "patience=3s&key1=1&key2=100");
                Connection plain = fixture.connectPlainSession()) {
            execute(plain, "SELECT pg_advisory_lock(1, 100)");
            Candidate candidate = fixture.candidate("baton");
            List<CandidateEvent> events = events(candidate);
            candidate.start();
            await("the attempt failed", () -> events.stream().anyMatch(CandidateEvent.AcquireFailed.class::isInstance));
            assertThat(candidate.isLeader()).isFalse();
            execute(plain, "SELECT pg_advisory_unlock(1, 100)");
            awaitEpoch(candidate);
        }
    }

    @ParameterizedTest // PG-1: the end of a foreign holder wakes a candidate that does not poll
    @ValueSource(booleans = {false, true})
    void endOfForeignSessionWakesCandidate(boolean afterTenure) throws Exception {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Connection plain = fixture.connectPlainSession()) {
            if (afterTenure) {
                Candidate former = fixture.candidate("former");
                former.start();
                awaitEpoch(former);
                former.close();
            }
            AdvisoryKeys keys = AdvisoryKeys.of(ELECTION);
            execute(plain, "SELECT pg_advisory_lock(" + keys.key1() + ", " + keys.key2() + ")");
            Candidate candidate = fixture.candidate(
                    PostgresFixture.settings("baton").retry(context -> Optional.of(Duration.ofHours(1))));
            candidate.start();
            await("the candidate waits for the lock", () -> waiting(fixture) == 1);
            assertThat(candidate.isLeader()).isFalse();
            plain.abort(Runnable::run);
            awaitEpoch(candidate);
            await("nobody waits any more", () -> waiting(fixture) == 0);
        }
    }

    @Test // PG-1: one foreign holder after another, none of which Baton polls for
    void candidateWaitsForEveryForeignSession() throws Exception {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Connection first = fixture.connectPlainSession();
                Connection second = fixture.connectPlainSession()) {
            AdvisoryKeys keys = AdvisoryKeys.of(ELECTION);
            String lock = "SELECT pg_advisory_lock_shared(" + keys.key1() + ", " + keys.key2() + ")";
            execute(first, lock);
            execute(second, lock);
            Candidate candidate = fixture.candidate(
                    PostgresFixture.settings("baton").retry(context -> Optional.of(Duration.ofHours(1))));
            candidate.start();
            await("the candidate waits for the lock", () -> waiting(fixture) == 1);
            first.abort(Runnable::run);
            await("one session has ended", () -> fixture.electionLocks() == 1);
            assertThat(candidate.isLeader()).isFalse();
            second.abort(Runnable::run);
            awaitEpoch(candidate);
        }
    }

    @Test // PG-1: a lock that was free for a moment makes nobody leader
    void foreignSessionThatQueuedBehindTheCandidateIsWaitedForToo() throws Exception {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Connection first = fixture.connectPlainSession();
                Connection second = fixture.connectPlainSession()) {
            AdvisoryKeys keys = AdvisoryKeys.of(ELECTION);
            String lock = "SELECT pg_advisory_lock(" + keys.key1() + ", " + keys.key2() + ")";
            execute(first, lock);
            Candidate candidate = fixture.candidate(
                    PostgresFixture.settings("baton").retry(context -> Optional.of(Duration.ofHours(1))));
            List<CandidateEvent> events = events(candidate);
            candidate.start();
            await("the candidate waits for the lock", () -> waiting(fixture) == 1);
            CompletableFuture<Void> queued = executeAside(second, lock);
            await("the second session queues behind it", () -> waiting(fixture) == 2);
            first.abort(Runnable::run);
            queued.join();
            await("the candidate has tried and failed", () -> failedAttempts(events) >= 2);
            await("the candidate waits again", () -> waiting(fixture) == 1);
            assertThat(candidate.isLeader()).isFalse();
            second.abort(Runnable::run);
            awaitEpoch(candidate);
        }
    }

    @ParameterizedTest // PG-1: the row shows a tenure that was never released, and a foreign session has its lock
    @ValueSource(booleans = {false, true})
    void foreignSessionAfterKilledLeaderIsWaitedFor(boolean standbyBefore) throws Exception {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Connection foreign = fixture.connectPlainSession()) {
            Candidate former =
                    fixture.candidate(PostgresFixture.settings("former").autoReacquire(false));
            former.start();
            long epoch = awaitEpoch(former);
            AdvisoryKeys keys = AdvisoryKeys.of(ELECTION);
            CompletableFuture<Void> queued =
                    executeAside(foreign, "SELECT pg_advisory_lock(" + keys.key1() + ", " + keys.key2() + ")");
            await("the foreign session queues", () -> waiting(fixture) == 1);
            Candidate candidate = fixture.candidate(
                    PostgresFixture.settings("baton").retry(context -> Optional.of(Duration.ofHours(1))));
            if (standbyBefore) {
                candidate.start();
                await("the candidate waits for the leader", () -> fixture.sessions("wait") == 1);
            }
            fixture.number("SELECT count(pg_terminate_backend(pid)) FROM pg_locks WHERE locktype = 'advisory'"
                    + " AND objsubid = 2 AND granted"
                    + " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())");
            queued.join();
            if (!standbyBefore) {
                candidate.start();
            }
            await("the candidate waits for the foreign session", () -> waiting(fixture) == 1);
            assertThat(fixture.number("SELECT count(*) FROM baton_epochs WHERE released"))
                    .isZero();
            assertThat(candidate.isLeader()).isFalse();
            await("the former leader has ended", () -> !former.isLeader());
            foreign.abort(Runnable::run);
            assertThat(awaitEpoch(candidate)).isGreaterThan(epoch);
        }
    }

    private static long failedAttempts(List<CandidateEvent> events) {
        return events.stream()
                .filter(CandidateEvent.AcquireFailed.class::isInstance)
                .count();
    }

    private static CompletableFuture<Void> executeAside(Connection connection, String sql) {
        return CompletableFuture.runAsync(() -> {
            try {
                execute(connection, sql);
            } catch (SQLException failed) {
                throw new CompletionException(failed);
            }
        });
    }

    private static long waiting(PostgresFixture fixture) {
        return fixture.number("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2"
                + " AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())");
    }

    @Test // PG-1
    void leaderBlocksPlainSession() throws Exception {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Connection plain = fixture.connectPlainSession()) {
            Candidate candidate = fixture.candidate("baton");
            candidate.start();
            awaitEpoch(candidate);
            AdvisoryKeys keys = AdvisoryKeys.of(ELECTION);
            String attempt = "SELECT pg_try_advisory_lock(" + keys.key1() + ", " + keys.key2() + ")";
            assertThat(isTrue(plain, attempt)).isFalse();
            candidate.close();
            assertThat(isTrue(plain, attempt)).isTrue();
        }
    }

    @Test // PG-10
    void explainListsHolderFromLockTable() throws Exception {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Connection plain = fixture.connectPlainSession()) {
            AdvisoryKeys keys = AdvisoryKeys.of(ELECTION);
            execute(plain, "SELECT pg_advisory_lock(" + keys.key1() + ", " + keys.key2() + ")");
            HolderDiagnostics backend = (HolderDiagnostics) fixture.connect().backend();
            List<String> lines = backend.explain(ELECTION).toCompletableFuture().join();
            assertThat(lines).singleElement().asString().contains("held by pid", "\"test\"", "user postgres");
        }
    }

    @Test // PG-1
    void refusesKeysOfAnotherElectionAndNamesBoth() {
        try (PostgresFixture fixture = new PostgresFixture(TestServers.newest(), "patience=3s&key1=7&key2=8")) {
            Candidate first = fixture.candidate("first");
            first.start();
            awaitEpoch(first);
            first.close();
            Candidate second = fixture.connect()
                    .election("another")
                    .candidate(PostgresFixture.settings("second").build());
            List<CandidateEvent> events = events(second);
            second.start();
            await(
                    "the error was reported",
                    () -> events.stream().anyMatch(CandidateEvent.ErrorRaised.class::isInstance));
            Optional<String> message = events.stream()
                    .filter(CandidateEvent.ErrorRaised.class::isInstance)
                    .map(event -> String.valueOf(
                            ((CandidateEvent.ErrorRaised) event).cause().getMessage()))
                    .findFirst();
            assertThat(message.orElseThrow()).contains(ELECTION, "another", "(7, 8)");
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static boolean isTrue(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() && row.getBoolean(1);
        }
    }
}
