package dev.baton.postgres;

import static dev.baton.postgres.Stage.await;
import static dev.baton.postgres.Stage.awaitEpoch;
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

/** Standbys wait for the holder's process, cheaply and without getting in anybody's way. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class WaitingTest {

    @Test // PG-8
    void aThousandElectionsLedByThreeOthersTakeTwoSessionsAndThree() {
        try (Stage stage = new Stage(TestServers.newest(), "patience=16s")) {
            int elections = 1000;
            for (int leader = 0; leader < 3; leader++) {
                Baton baton = stage.connect();
                for (int i = leader; i < elections; i += 3) {
                    baton.election("e" + i)
                            .candidate(settings("leader" + leader))
                            .start();
                }
            }
            await("all are led", () -> leaders(stage) == elections);
            Baton standby = stage.connect();
            List<Candidate> candidates = new ArrayList<>();
            for (int i = 0; i < elections; i++) {
                Candidate candidate = standby.election("e" + i).candidate(settings("standby"));
                candidates.add(candidate);
                candidate.start();
            }
            await("it waits for three processes", () -> stage.sessions("wait") == 3);
            await("all were tried", () -> standby.election("e0").roster().size() == 2);
            assertThat(stage.sessions("")).isEqualTo(3 * 2 + 2 + 3);
            assertThat(candidates).noneMatch(Candidate::isLeader);
        }
    }

    private static CandidateSettings settings(String instanceId) {
        return CandidateSettings.builder()
                .instanceId(instanceId)
                .retry(context -> Optional.of(Duration.ofSeconds(30)))
                .build();
    }

    private static long leaders(Stage stage) {
        return stage.store
                .server()
                .number(
                        stage.store.database(),
                        "SELECT CASE WHEN to_regclass('baton_epochs') IS NULL THEN 0 ELSE (SELECT count(*) FROM pg_locks"
                                + " WHERE locktype = 'advisory' AND objsubid = 2 AND database = (SELECT oid FROM pg_database"
                                + " WHERE datname = current_database())) END");
    }

    @Test // PG-8
    void aWaitingStandbyHoldsBackNeitherVacuumNorAConcurrentIndex() throws Exception {
        try (Stage stage = new Stage(TestServers.newest(), "patience=3s&rearm=1s");
                Connection plain = stage.store.server().connect(stage.store.database())) {
            Candidate leader = stage.candidate("leader");
            leader.start();
            awaitEpoch(leader);
            stage.candidate("standby").start();
            await("the standby waits", () -> stage.sessions("wait") == 1);
            run(plain, "CREATE TABLE big AS SELECT generate_series(1, 20000) AS n");
            run(plain, "DELETE FROM big");
            await("the dead rows can be removed", () -> removable(plain));
            run(plain, "CREATE INDEX CONCURRENTLY big_n ON big (n)");
            assertThat(leader.isLeader()).isTrue();
        }
    }

    /** Whether VACUUM gave the pages back, which it can only do when nobody may still see the rows. */
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
    void theDeathOfALeaderWakesAStandbyThatDoesNotPoll() {
        try (Stage stage = Stage.usual()) {
            Candidate leader = stage.candidate(Stage.settings("leader").autoReacquire(false));
            leader.start();
            long epoch = awaitEpoch(leader);
            Candidate standby =
                    stage.candidate(Stage.settings("standby").retry(context -> Optional.of(Duration.ofHours(1))));
            standby.start();
            await("the standby waits", () -> stage.sessions("wait") == 1);
            stage.store
                    .server()
                    .number(
                            stage.store.database(),
                            "SELECT count(pg_terminate_backend(l.pid)) FROM pg_locks l WHERE l.locktype = 'advisory'"
                                    + " AND l.objsubid = 2 AND l.granted AND l.database = (SELECT oid FROM"
                                    + " pg_database WHERE datname = current_database())");
            assertThat(awaitEpoch(standby)).isGreaterThan(epoch);
        }
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
