package dev.baton.postgres;

import static dev.baton.postgres.Stage.ELECTION;
import static dev.baton.postgres.Stage.await;
import static dev.baton.postgres.Stage.awaitEpoch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Candidate;
import dev.baton.spi.AdvisoryKeys;
import dev.baton.testkit.postgres.TestServers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Epochs are raised past guarded transactions: after them, never beside them, and not later than it must be. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class EpochRaiseTest {
    private static final String GUARD = "SELECT pg_advisory_xact_lock_shared(" + AdvisoryKeys.guardOf(ELECTION) + ")";

    @Test // FENCE-1
    void aLeaderIsNotAnnouncedWhileAnOlderGuardedTransactionCanStillCommit() throws Exception {
        try (Stage stage = new Stage(TestServers.newest(), "patience=16s");
                Connection guarded = stage.store.server().connect(stage.store.database())) {
            guarded.setAutoCommit(false);
            run(guarded, GUARD);
            Candidate candidate = stage.candidate(Stage.settings("next").validity(Duration.ofSeconds(15)));
            candidate.start();
            await("the lock is taken", () -> locks(stage) == 1);
            long until = System.nanoTime() + Duration.ofMillis(700).toNanos();
            await("some slices later", () -> System.nanoTime() > until);
            assertThat(candidate.isLeader()).isFalse();
            guarded.commit();
            awaitEpoch(candidate);
        }
    }

    @Test // FENCE-1
    void aFrozenGuardedTransactionIsEndedByTheServerWhenItsTimeIsUp() throws Exception {
        try (Stage stage = Stage.usual();
                Connection frozen = stage.store.server().connect(stage.store.database())) {
            Candidate first = stage.candidate("first");
            first.start();
            long epoch = awaitEpoch(first);
            frozen.setAutoCommit(false);
            run(frozen, GUARD);
            first.close();
            Candidate next = stage.candidate("next");
            long before = System.nanoTime();
            next.start();
            assertThat(awaitEpoch(next)).isGreaterThan(epoch);
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(6));
            assertThatThrownBy(frozen::commit).isInstanceOf(SQLException.class);
        }
    }

    @ParameterizedTest // FENCE-1
    @ValueSource(ints = {Connection.TRANSACTION_READ_COMMITTED, Connection.TRANSACTION_SERIALIZABLE})
    void sixteenOverlappingGuardedWritersDoNotStarveATakeover(int isolation) throws Exception {
        try (Stage stage = Stage.usual()) {
            Candidate first = stage.candidate("first");
            first.start();
            long epoch = awaitEpoch(first);
            first.close();
            try (GuardedWriters writers = new GuardedWriters(stage, ELECTION, isolation)) {
                Candidate next = stage.candidate("next");
                next.start();
                assertThat(awaitEpoch(next)).isGreaterThan(epoch);
                int before = writers.committed();
                await("the writers go on", () -> writers.committed() > before);
            }
        }
    }

    @Test // FENCE-1
    void dataThatWentBackIsRaisedAboveWhatALivingCandidateRemembers() {
        try (Stage stage = Stage.usual()) {
            Candidate candidate = stage.candidate("only");
            candidate.start();
            long epoch = awaitEpoch(candidate);
            stage.store.server().run(stage.store.database(), "TRUNCATE baton_epochs, baton_reigns");
            await(
                    "it leads again",
                    () -> candidate.isLeader()
                            && candidate
                                            .leadership()
                                            .map(leadership -> leadership.epoch())
                                            .orElse(0L)
                                    > epoch);
        }
    }

    @Test // PG-13
    void anExclusiveSuccessorWaitsForTheOldValidityUnlessItWasReleased() {
        try (Stage stage = new Stage(TestServers.newest(), "takeover=exclusive&patience=3s")) {
            Candidate first = stage.candidate(Stage.settings("first").autoReacquire(false));
            first.start();
            awaitEpoch(first);
            Candidate second = stage.candidate("second");
            second.start();
            await("the standby waits", () -> stage.sessions("wait") == 1);
            long before = System.nanoTime();
            stage.terminate("lock");
            awaitEpoch(second);
            assertThat(Duration.ofNanos(System.nanoTime() - before))
                    .isBetween(Duration.ofMillis(2900), Duration.ofSeconds(8));
            Candidate third = stage.candidate("third");
            third.start();
            await("the standby waits", () -> stage.sessions("wait") >= 1);
            long released = System.nanoTime();
            second.close();
            awaitEpoch(third);
            assertThat(Duration.ofNanos(System.nanoTime() - released)).isLessThan(Duration.ofSeconds(2));
        }
    }

    private static long locks(Stage stage) {
        return stage.store
                .server()
                .number(
                        stage.store.database(),
                        "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND granted"
                                + " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())");
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
