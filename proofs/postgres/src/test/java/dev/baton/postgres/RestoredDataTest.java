package dev.baton.postgres;

import static dev.baton.postgres.PostgresFixture.await;
import static dev.baton.postgres.PostgresFixture.awaitEpoch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.BatonClock;
import dev.baton.Candidate;
import dev.baton.Leadership;
import dev.baton.TransferOutcome;
import dev.baton.internal.runtime.BatonRuntime;
import dev.baton.internal.runtime.RuntimeEnvironment;
import dev.baton.testkit.postgres.BaseBackup;
import dev.baton.testkit.postgres.PostgresReplica;
import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The data of a server goes back while candidates live: the next leader that stays has an epoch above all that they have
 * seen, also if a process that has seen none of them is faster.
 */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class RestoredDataTest {
    private static final String ELECTION = PostgresFixture.ELECTION;

    private final List<Baton> connections = new ArrayList<>();

    @AfterEach
    void disconnect() {
        connections.forEach(Baton::close);
    }

    private Candidate candidate(String url, String id) {
        PostgresBackend backend = PostgresFixture.openAsOwnProcess(url + "patience=3s", Map.of(), BatonClock.system());
        Baton baton = BatonRuntime.over(RuntimeEnvironment.real(BatonClock.system()), clock -> backend);
        connections.add(baton);
        return baton.election(ELECTION).candidate(PostgresFixture.settings(id).build());
    }

    private static String url(PostgresTestServer server, String database) {
        return server.url("postgres", database) + "?";
    }

    /** Hands the leadership back and forth, so that both have seen high epochs, and returns the highest. */
    private static long leadInTurns(Candidate first, Candidate second) {
        first.start();
        awaitEpoch(first);
        second.start();
        long highest = 0;
        for (int i = 0; i < 3; i++) {
            for (List<Candidate> turn : List.of(List.of(first, second), List.of(second, first))) {
                await(
                        "the target is on the roster",
                        () -> turn.get(0).transferTo(turn.get(1).instanceId()) == TransferOutcome.SENT);
                highest = awaitEpoch(turn.get(1));
            }
        }
        return highest;
    }

    private static void awaitLeaderAbove(long epoch, Candidate... candidates) {
        await(
                "a leader has an epoch above " + epoch,
                () -> List.of(candidates).stream()
                        .flatMap(candidate -> candidate.leadership().stream())
                        .filter(Leadership::isValid)
                        .anyMatch(leadership -> leadership.epoch() > epoch));
    }

    @Test // FENCE-1
    void restoredBaseBackup() {
        try (PostgresTestServer server = TestServers.started("newest")) {
            String url = url(server, server.newDatabase());
            Candidate first = candidate(url, "first");
            first.start();
            long before = awaitEpoch(first);
            BaseBackup backup = server.baseBackup();
            Candidate second = candidate(url, "second");
            long highest = leadInTurns(first, second);
            assertThat(highest).isGreaterThan(before + 1);
            try (CapturedLog log = new CapturedLog()) {
                backup.restore();
                Candidate fresh = candidate(url, "fresh");
                fresh.start();
                awaitLeaderAbove(highest, first, second, fresh);
                assertThat(log.text()).contains("went back");
            }
        }
    }

    @Test // FENCE-1
    void promotedReplicaThatLagged() {
        try (PostgresTestServer primary = TestServers.started("newest")) {
            String database = primary.newDatabase();
            Candidate early = candidate(url(primary, database), "early");
            early.start();
            awaitEpoch(early);
            early.close();
            try (PostgresReplica replica = PostgresReplica.of(primary)) {
                String both = "postgres://postgres@localhost:" + primary.port() + ",localhost:" + replica.port() + "/"
                        + database + "?targetServerType=primary&";
                replica.disconnect();
                Candidate first = candidate(both, "first");
                Candidate second = candidate(both, "second");
                long highest = leadInTurns(first, second);
                try (CapturedLog log = new CapturedLog()) {
                    primary.stop("QUIT");
                    replica.promote();
                    Candidate fresh = candidate(both, "fresh");
                    fresh.start();
                    awaitLeaderAbove(highest, first, second, fresh);
                    assertThat(log.text()).contains("went back");
                }
            }
        }
    }

    @Test // FENCE-1
    void dumpThatWasRestoredBesideRunningCandidates(@TempDir Path folder) {
        PostgresTestServer server = TestServers.oldest();
        String database = server.newDatabase();
        String url = url(server, database);
        Candidate first = candidate(url, "first");
        first.start();
        awaitEpoch(first);
        SqlDump dump = SqlDump.of(server, database, folder);
        Candidate second = candidate(url, "second");
        long highest = leadInTurns(first, second);
        try (CapturedLog log = new CapturedLog()) {
            dump.restore();
            Candidate fresh = candidate(url, "fresh");
            fresh.start();
            awaitLeaderAbove(highest, first, second, fresh);
            assertThat(log.text()).contains("went back");
        }
    }

    @ParameterizedTest // FENCE-1
    @ValueSource(
            strings = {
                "TRUNCATE baton_epochs, baton_reigns, baton_roster",
                "DROP TABLE baton_epochs, baton_reigns, baton_roster, baton_schema; DROP SEQUENCE baton_raises"
            })
    void emptiedOrDroppedTables(String statement) {
        PostgresTestServer server = TestServers.newest();
        String database = server.newDatabase();
        String url = url(server, database);
        Candidate first = candidate(url, "first");
        Candidate second = candidate(url, "second");
        long highest = leadInTurns(first, second);
        server.run(database, statement);
        Candidate fresh = candidate(url, "fresh");
        fresh.start();
        awaitLeaderAbove(highest, first, second, fresh);
    }
}
