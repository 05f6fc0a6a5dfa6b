package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.BatonClock;
import dev.baton.LockException;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Backend;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.testkit.IgnoredSignals;
import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** All elections in one database use the same tables of epochs, unless the URLs name their schemas. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class OneSchemaElectionTest {
    private static final String TABLES = "SELECT count(*) FROM pg_class WHERE relname = 'baton_epochs'";

    private final PostgresTestServer server = TestServers.newest();
    private final String database = server.newDatabase();
    private final String web = "web_" + database;
    private final String batch = "batch_" + database;

    /** Two roles, one of which has a schema of its own name. */
    @BeforeEach
    void createRoles() {
        server.run(
                database,
                "CREATE ROLE " + web + " LOGIN; CREATE ROLE " + batch
                        + " LOGIN; GRANT CREATE, USAGE ON SCHEMA public TO " + web + ", " + batch + "; CREATE SCHEMA "
                        + batch + " AUTHORIZATION " + batch);
    }

    @AfterEach
    void drop() {
        server.dropDatabase(database);
        server.run("postgres", "DROP ROLE " + web + ", " + batch);
    }

    @Test // PG-1
    void secondRoleWithAnotherSchemaIsRefused() {
        try (Backend first = open(batch, "");
                PostgresBackend second = open(web, "")) {
            assertThat(epochOf(first)).isEqualTo(1);
            assertThatThrownBy(second::checked)
                    .isInstanceOf(LockException.class)
                    .hasMessageContainingAll("\"public\"", "\"" + batch + "\"", "schema=NAME");
            assertThat(server.number(database, TABLES)).isEqualTo(1);
        }
    }

    @Test // PG-1
    void urlsThatNameTheirSchemasAreAccepted() {
        try (Backend first = open(batch, "?schema=" + batch).checked()) {
            assertThat(epochOf(first)).isEqualTo(1);
        }
        try (Backend second = open(web, "?schema=public").checked()) {
            assertThat(epochOf(second)).isEqualTo(1);
        }
        assertThat(server.number(database, TABLES)).isEqualTo(2);
    }

    @Test // PG-1
    void changedSearchPathMovesNoRunningCandidate() {
        try (Backend running = open(web, "")) {
            assertThat(epochOf(running)).isEqualTo(1);
            server.run(
                    database,
                    "CREATE SCHEMA ns2 AUTHORIZATION " + web + "; ALTER ROLE " + web + " IN DATABASE " + database
                            + " SET search_path = ns2");
            server.terminate(database, "baton");
            PostgresFixture.await("the candidate has acquired again", () -> hasAcquired(running));
            assertThat(server.number(database, TABLES)).isEqualTo(1);
            assertThat(server.number(database, "SELECT epoch FROM public.baton_epochs"))
                    .isGreaterThan(1);
        }
    }

    private static boolean hasAcquired(Backend backend) {
        return acquire(backend) instanceof AcquireOutcome.Won;
    }

    private static long epochOf(Backend backend) {
        return ((AcquireOutcome.Won) acquire(backend)).claim().epoch();
    }

    private static AcquireOutcome acquire(Backend backend) {
        Contender contender = backend.contend(new ContenderSettings("nightly", "me", 0, "", new IgnoredSignals()));
        return contender.acquire(0).toCompletableFuture().join();
    }

    private PostgresBackend open(String role, String parameters) {
        return PostgresFixture.openAsOwnProcess(server.url(role, database) + parameters, Map.of(), BatonClock.system());
    }
}
