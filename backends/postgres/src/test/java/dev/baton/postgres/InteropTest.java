package dev.baton.postgres;

import static dev.baton.postgres.Stage.ELECTION;
import static dev.baton.postgres.Stage.await;
import static dev.baton.postgres.Stage.awaitEpoch;
import static dev.baton.postgres.Stage.events;
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
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Programs that know nothing of Baton but its keys contend with it. */
class InteropTest {

    @Test // PG-1
    void theKeysOfANameAreWhatTheDocumentedStatementComputes() {
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
    void aPlainSessionThatHoldsTheExplicitKeysKeepsBatonOut() throws Exception {
        try (Stage stage = new Stage(TestServers.newest(), "patience=3s&key1=1&key2=100");
                Connection plain = stage.store.server().connect(stage.store.database())) {
            execute(plain, "SELECT pg_advisory_lock(1, 100)");
            Candidate candidate = stage.candidate("baton");
            List<CandidateEvent> events = events(candidate);
            candidate.start();
            await("it was refused", () -> events.stream().anyMatch(CandidateEvent.AcquireFailed.class::isInstance));
            assertThat(candidate.isLeader()).isFalse();
            execute(plain, "SELECT pg_advisory_unlock(1, 100)");
            awaitEpoch(candidate);
        }
    }

    @Test // PG-1
    void whileBatonLeadsAPlainSessionIsKeptOut() throws Exception {
        try (Stage stage = Stage.usual();
                Connection plain = stage.store.server().connect(stage.store.database())) {
            Candidate candidate = stage.candidate("baton");
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
    void statusTellsWhatTheLockTableSays() throws Exception {
        try (Stage stage = Stage.usual();
                Connection plain = stage.store.server().connect(stage.store.database())) {
            AdvisoryKeys keys = AdvisoryKeys.of(ELECTION);
            execute(plain, "SELECT pg_advisory_lock(" + keys.key1() + ", " + keys.key2() + ")");
            HolderDiagnostics backend = (HolderDiagnostics) stage.connect().backend();
            List<String> lines = backend.explain(ELECTION).toCompletableFuture().join();
            assertThat(lines).singleElement().asString().contains("held by pid", "\"test\"", "user postgres");
        }
    }

    @Test // PG-1
    void explicitKeysThatBelongToAnotherElectionAreAnErrorThatNamesBoth() {
        try (Stage stage = new Stage(TestServers.newest(), "patience=3s&key1=7&key2=8")) {
            Candidate first = stage.candidate("first");
            first.start();
            awaitEpoch(first);
            first.close();
            Candidate second = stage.connect()
                    .election("another")
                    .candidate(Stage.settings("second").build());
            List<CandidateEvent> events = events(second);
            second.start();
            await("the clash was told", () -> events.stream().anyMatch(CandidateEvent.ErrorRaised.class::isInstance));
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

    private static boolean isTrue(Connection connection, String question) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(question)) {
            return row.next() && row.getBoolean(1);
        }
    }
}
