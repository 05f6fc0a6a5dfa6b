package dev.baton.postgres;

import static dev.baton.postgres.PostgresFixture.await;
import static dev.baton.postgres.PostgresFixture.awaitEpoch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.testkit.postgres.TestServers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Standbys wait for the leader's process, with few sessions and without blocking maintenance. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class WaitingTest {

    @Test // PG-8
    void thousandElectionsOfThreeLeadersNeedFiveSessions() {
        try (PostgresFixture fixture = new PostgresFixture(TestServers.newest(), "patience=16s")) {
            int elections = 1000;
            for (int leader = 0; leader < 3; leader++) {
                Baton baton = fixture.connect();
                for (int i = leader; i < elections; i += 3) {
                    baton.election("e" + i)
                            .candidate(settings("leader" + leader))
                            .start();
                }
            }
            await("all elections have a leader", () -> fixture.electionLocks() == elections);
            Baton standby = fixture.connect();
            List<Candidate> candidates = new ArrayList<>();
            for (int i = 0; i < elections; i++) {
                Candidate candidate = standby.election("e" + i).candidate(settings("standby"));
                candidates.add(candidate);
                candidate.start();
            }
            await("the standby waits for three processes", () -> fixture.sessions("wait") == 3);
            await(
                    "the standby is on the roster",
                    () -> standby.election("e0").roster().size() == 2);
            assertThat(fixture.sessions("")).isEqualTo(3 * 2 + 2 + 3);
            assertThat(candidates).noneMatch(Candidate::isLeader);
        }
    }

    private static CandidateSettings settings(String instanceId) {
        return CandidateSettings.builder()
                .instanceId(instanceId)
                .retry(context -> Optional.of(Duration.ofSeconds(30)))
                .build();
    }

    @Test // PG-8
    void waitForForeignHolderDoesNotBlockVacuum() throws Exception {
        try (PostgresFixture fixture = new PostgresFixture(TestServers.newest(), "patience=3s&rearm=1s&key1=7&key2=9");
                Connection foreign = fixture.connectPlainSession();
                Connection plain = fixture.connectPlainSession()) {
            run(foreign, "SELECT pg_advisory_lock(7, 9)");
            Candidate standby = fixture.candidate("standby");
            standby.start();
            await("the standby waits", () -> fixture.sessions("wait") == 1);
            run(plain, "CREATE TABLE big AS SELECT generate_series(1, 20000) AS n");
            run(plain, "DELETE FROM big");
            await("VACUUM removes the dead rows", () -> removable(plain));
            assertThat(standby.isLeader()).isFalse();
        }
    }

    @Test // PG-8
    void standbyBlocksNeitherVacuumNorConcurrentIndex() throws Exception {
        try (PostgresFixture fixture = new PostgresFixture(TestServers.newest(), "patience=3s&rearm=1s");
                Connection plain = fixture.connectPlainSession()) {
            Candidate leader = fixture.candidate("leader");
            leader.start();
            awaitEpoch(leader);
            fixture.candidate("standby").start();
            await("the standby waits", () -> fixture.sessions("wait") == 1);
            run(plain, "CREATE TABLE big AS SELECT generate_series(1, 20000) AS n");
            run(plain, "DELETE FROM big");
            await("VACUUM removes the dead rows", () -> removable(plain));
            run(plain, "CREATE INDEX CONCURRENTLY big_n ON big (n)");
            assertThat(leader.isLeader()).isTrue();
        }
    }

    /** Returns whether VACUUM freed the pages, which it can only do when no session may still see the rows. */
    private static boolean removable(Connection plain) {
        try (Statement statement = plain.createStatement()) {
            statement.execute("VACUUM (TRUNCATE) big");
            try (var row = statement.executeQuery("SELECT pg_relation_size('big')")) {
                return row.next() && row.getLong(1) == 0;
            }
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Test // PG-8
    void deathOfLeaderWakesStandbyThatDoesNotPoll() {
        try (PostgresFixture fixture = PostgresFixture.onNewest()) {
            Candidate leader =
                    fixture.candidate(PostgresFixture.settings("leader").autoReacquire(false));
            leader.start();
            long epoch = awaitEpoch(leader);
            Candidate standby = fixture.candidate(
                    PostgresFixture.settings("standby").retry(context -> Optional.of(Duration.ofHours(1))));
            standby.start();
            await("the standby waits", () -> fixture.sessions("wait") == 1);
            fixture.number("SELECT count(pg_terminate_backend(l.pid)) FROM pg_locks l WHERE l.locktype = 'advisory'"
                    + " AND l.objsubid = 2 AND l.granted AND l.database = (SELECT oid FROM"
                    + " pg_database WHERE datname = current_database())");
            assertThat(awaitEpoch(standby)).isGreaterThan(epoch);
        }
    }

    @Test // PG-8
    void limitOfTheDatabaseForTransactionsEndsNoWait() {
        try (PostgresFixture fixture = PostgresFixture.onNewest()) {
            fixture.run("ALTER DATABASE \"" + fixture.store.database() + "\" SET transaction_timeout = '2s'");
            Candidate leader =
                    fixture.candidate(PostgresFixture.settings("leader").autoReacquire(false));
            leader.start();
            long epoch = awaitEpoch(leader);
            Candidate standby = fixture.candidate(
                    PostgresFixture.settings("standby").retry(context -> Optional.of(Duration.ofHours(1))));
            standby.start();
            await(
                    "the standby waits for longer than the limit",
                    () -> fixture.number("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                                    + " AND application_name LIKE 'baton wait%' AND state = 'active'"
                                    + " AND clock_timestamp() - query_start > interval '4 s'")
                            == 1);
            leader.close();
            assertThat(awaitEpoch(standby)).isGreaterThan(epoch);
        }
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
