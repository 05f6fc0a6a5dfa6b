package dev.baton.postgres;

import static dev.baton.postgres.PostgresFixture.ELECTION;
import static dev.baton.postgres.PostgresFixture.await;
import static dev.baton.postgres.PostgresFixture.awaitEpoch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.spi.AdvisoryKeys;
import dev.baton.testkit.postgres.TestServers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An epoch is raised only after all guarded transactions have ended, and a frozen one does not block it for long. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class EpochRaiseTest {
    private static final String GUARD = "SELECT pg_advisory_xact_lock_shared(" + AdvisoryKeys.guardOf(ELECTION) + ")";

    @Test // FENCE-1
    void leaderIsNotAnnouncedWhileOlderGuardedTransactionCanCommit() throws Exception {
        try (PostgresFixture fixture = new PostgresFixture(TestServers.newest(), "patience=16s");
                Connection guarded = fixture.connectPlainSession()) {
            guarded.setAutoCommit(false);
            run(guarded, GUARD);
            Candidate candidate =
                    fixture.candidate(PostgresFixture.settings("next").validity(Duration.ofSeconds(15)));
            candidate.start();
            await("the lock is held", () -> fixture.electionLocks() == 1);
            Set<Long> waits = new HashSet<>();
            await("the raise has waited for the guard three times", () -> {
                waits.add(startOfWait(fixture));
                return waits.size() > 3;
            });
            assertThat(candidate.isLeader()).isFalse();
            guarded.commit();
            awaitEpoch(candidate);
        }
    }

    @Test // FENCE-1
    void frozenGuardedTransactionIsTerminatedInTime() throws Exception {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Connection frozen = fixture.connectPlainSession()) {
            Candidate first = fixture.candidate("first");
            first.start();
            long epoch = awaitEpoch(first);
            frozen.setAutoCommit(false);
            run(frozen, GUARD);
            first.close();
            Candidate next = fixture.candidate("next");
            long before = System.nanoTime();
            next.start();
            assertThat(awaitEpoch(next)).isGreaterThan(epoch);
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(6));
            assertThatThrownBy(frozen::commit).isInstanceOf(SQLException.class);
        }
    }

    @ParameterizedTest // FENCE-1
    @ValueSource(strings = {"800ms", "1s", "2s"})
    void busyGuardedTransactionIsTerminatedAfterAShortPatience(String patience) throws Exception {
        try (PostgresFixture fixture = new PostgresFixture(TestServers.oldest(), "patience=" + patience);
                Connection busy = fixture.connectPlainSession()) {
            Candidate first = fixture.candidate(
                    CandidateSettings.builder().instanceId("first").autoReacquire(false));
            first.start();
            long epoch = awaitEpoch(first);
            busy.setAutoCommit(false);
            run(busy, GUARD);
            fixture.terminate("lock");
            Candidate next = fixture.candidate(CandidateSettings.builder().instanceId("next"));
            next.start();
            await("the server ends the transaction", () -> hasEnded(busy));
            assertThat(awaitEpoch(next)).isGreaterThan(epoch);
        }
    }

    /** Sends one more statement, so that the transaction is never idle for long. */
    private static boolean hasEnded(Connection connection) {
        try {
            run(connection, "SELECT 1");
            return false;
        } catch (SQLException ended) {
            return true;
        }
    }

    @ParameterizedTest // FENCE-1
    @ValueSource(ints = {Connection.TRANSACTION_READ_COMMITTED, Connection.TRANSACTION_SERIALIZABLE})
    void overlappingGuardedWritersDoNotStarveTakeover(int isolation) throws Exception {
        try (PostgresFixture fixture = PostgresFixture.onNewest()) {
            Candidate first = fixture.candidate("first");
            first.start();
            long epoch = awaitEpoch(first);
            first.close();
            try (GuardedWriters writers = new GuardedWriters(fixture, ELECTION, isolation)) {
                Candidate next = fixture.candidate("next");
                next.start();
                assertThat(awaitEpoch(next)).isGreaterThan(epoch);
                int before = writers.committed();
                await("the writers continue", () -> writers.committed() > before);
            }
        }
    }

    @Test // FENCE-1
    void raisesEpochAboveRememberedOneAfterDataLoss() {
        try (PostgresFixture fixture = PostgresFixture.onNewest()) {
            Candidate candidate = fixture.candidate("only");
            candidate.start();
            long epoch = awaitEpoch(candidate);
            fixture.run("TRUNCATE baton_epochs, baton_reigns");
            await(
                    "the candidate leads again",
                    () -> candidate.isLeader()
                            && candidate
                                            .leadership()
                                            .map(leadership -> leadership.epoch())
                                            .orElse(0L)
                                    > epoch);
        }
    }

    @Test // PG-13
    void exclusiveSuccessorWaitsForPatienceUnlessReleased() {
        try (PostgresFixture fixture = new PostgresFixture(TestServers.newest(), "takeover=exclusive&patience=3s")) {
            Candidate first =
                    fixture.candidate(PostgresFixture.settings("first").autoReacquire(false));
            first.start();
            awaitEpoch(first);
            Candidate second = fixture.candidate("second");
            second.start();
            await("the standby waits", () -> fixture.sessions("wait") == 1);
            long before = System.nanoTime();
            fixture.terminate("lock");
            awaitEpoch(second);
            assertThat(Duration.ofNanos(System.nanoTime() - before))
                    .isBetween(Duration.ofMillis(2900), Duration.ofSeconds(8));
            Candidate third = fixture.candidate("third");
            third.start();
            await("the standby waits", () -> fixture.sessions("wait") >= 1);
            long released = System.nanoTime();
            second.close();
            awaitEpoch(third);
            assertThat(Duration.ofNanos(System.nanoTime() - released)).isLessThan(Duration.ofSeconds(2));
        }
    }

    /** Returns when the control session began to wait for a lock, in microseconds; 0 if it does not wait. */
    private static long startOfWait(PostgresFixture fixture) {
        return fixture.number("SELECT coalesce(max(extract(epoch FROM query_start) * 1000000), 0)::bigint"
                + " FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
                + " AND application_name LIKE 'baton control%'");
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
