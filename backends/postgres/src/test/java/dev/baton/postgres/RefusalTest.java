package dev.baton.postgres;

import static dev.baton.postgres.PostgresFixture.await;
import static dev.baton.postgres.PostgresFixture.awaitEpoch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.BatonClock;
import dev.baton.BatonException;
import dev.baton.LockException;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Backend;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.StoreCheck;
import dev.baton.support.sql.SchemaMigrations;
import dev.baton.support.sql.SqlQuery;
import dev.baton.testkit.IgnoredSignals;
import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Servers, roles and settings that cannot work are refused with the cause and the next step. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RefusalTest {

    /** Which session a client of the pooler gets depends on what others do at the same moment. */
    @RepeatedTest(20) // PG-8
    void refusesTransactionPooler(@TempDir Path folder) throws Exception {
        PostgresTestServer server = TestServers.newest();
        String database = server.newDatabase();
        try (PgBouncer bouncer = PgBouncer.start(folder, server.port())) {
            await("the pooler accepts connections", bouncer::acceptsConnections);
            try (Backend backend = open("localhost:" + bouncer.port() + "/" + database)) {
                assertThat(refusal(backend)).contains("transaction pooler", "PgBouncer", "session");
                assertThat(failed(backend.selfTest())).contains("session");
            }
        }
    }

    @Test // PG-8
    void probeForAPoolerPreparesNoStatementThatAPoolerWouldLose() throws SQLException {
        PostgresTestServer server = TestServers.newest();
        try (PostgresBackend backend = open("localhost:" + server.port() + "/" + server.newDatabase());
                Connection connection =
                        backend.store().connect("test", SessionSettings.waiting(PostgresOptions.defaults()))) {
            PoolerProbe.check(connection, backend.store());
            assertThat(SqlQuery.of(connection, "SELECT 1 FROM pg_prepared_statements")
                            .hasRow())
                    .isFalse();
        }
    }

    @Test // PG-8
    void refusesHotStandby() throws Exception {
        try (PostgresTestServer server = TestServers.started("newest")) {
            Path control = server.stop("INT");
            Files.createFile(server.data().resolve("standby.signal"));
            server.start(control);
            assertThatThrownBy(() -> provided("localhost:" + server.port() + "/postgres"))
                    .isInstanceOf(BatonException.class)
                    .hasMessageContaining("hot standby")
                    .hasMessageContaining("targetServerType=primary");
        }
    }

    @Test // PG-8
    void refusesReadOnlyServer() {
        PostgresTestServer server = TestServers.newest();
        String database = server.newDatabase();
        server.run("postgres", "ALTER DATABASE " + database + " SET default_transaction_read_only = on");
        assertThatThrownBy(() -> provided("localhost:" + server.port() + "/" + database))
                .isInstanceOf(LockException.class)
                .hasMessageContaining("read-only");
    }

    @Test // PG-8
    void missingPrivilegesGiveErrorWithStatementsToRun() {
        PostgresTestServer server = TestServers.newest();
        String database = server.newDatabase();
        server.run("postgres", "DO $$ BEGIN CREATE ROLE poor LOGIN; EXCEPTION WHEN duplicate_object THEN END $$");
        server.run(database, "REVOKE CREATE ON SCHEMA public FROM public");
        String url = "poor@localhost:" + server.port() + "/" + database;
        try (Backend backend = open(url)) {
            assertThat(refusal(backend))
                    .contains(
                            "CREATE TABLE IF NOT EXISTS baton_epochs",
                            "CREATE TABLE IF NOT EXISTS baton_schema",
                            "GRANT SELECT ON baton_schema TO PUBLIC");
            assertThat(failed(backend.selfTest())).contains("privileges");
        }
        for (String statement : PostgresTables.statements()) {
            server.run(database, statement);
        }
        try (Backend backend = open(url)) {
            assertThat(refusal(backend)).contains("may not use the table", "GRANT SELECT");
        }
        server.run(
                database, "GRANT SELECT, INSERT, UPDATE, DELETE ON baton_epochs, baton_reigns, baton_roster TO poor");
        try (Backend backend = open(url)) {
            assertThat(refusal(backend)).contains("may not use the sequence baton_raises", "GRANT USAGE");
        }
        server.run(database, "GRANT USAGE ON baton_raises TO poor");
        try (Backend backend = open(url)) {
            assertThat(attempt(backend)).isInstanceOf(AcquireOutcome.Won.class);
        }
    }

    @Test // PG-8
    void restrictedRoleUsesTablesOf01OnceTheirOwnerHasUpgradedThem() throws Exception {
        PostgresTestServer server = TestServers.newest();
        String database = databaseOf01(server);
        String url = "modest@localhost:" + server.port() + "/" + database;
        String refusal;
        try (Backend backend = open(url)) {
            refusal = refusal(backend);
            assertThat(refusal)
                    .contains(
                            "have version 1",
                            "needs version 2",
                            "may not upgrade them",
                            "ALTER TABLE baton_epochs ADD COLUMN")
                    .doesNotContain("CREATE SEQUENCE");
        }
        // The owner runs exactly what the message says.
        server.run(database, refusal.substring(refusal.indexOf("SET search_path")));
        try (Backend backend = open(url)) {
            assertThat(attempt(backend, "before")).isInstanceOf(AcquireOutcome.Won.class);
        }
        SchemaMigrations other = new SchemaMigrations(
                "other",
                "SELECT 1 FROM other WHERE 1 = 0",
                SchemaMigrations.POSTGRES_LOCK,
                List.of(List.of("CREATE TABLE other (id int)")));
        try (Connection owner = server.connect(database)) {
            other.apply(owner);
        }
        try (Backend backend = open(url)) {
            assertThat(attempt(backend, "after")).isInstanceOf(AcquireOutcome.Won.class);
        }
    }

    @Test // PG-8
    void versionThatTheRoleMayNotReadIsRefusedWithTheGrant() {
        PostgresTestServer server = TestServers.newest();
        String database = databaseOf01(server);
        server.run(database, SchemaMigrations.TABLE);
        server.run(database, "INSERT INTO baton_schema VALUES ('election', 3)");
        String url = "modest@localhost:" + server.port() + "/" + database;
        try (Backend backend = open(url)) {
            assertThat(refusal(backend))
                    .contains("may not read the table baton_schema", "GRANT SELECT ON baton_schema TO PUBLIC");
            assertThat(failed(backend.selfTest())).contains("privileges");
        }
        server.run(database, "GRANT SELECT ON baton_schema TO PUBLIC");
        try (Backend backend = open(url)) {
            assertThat(refusal(backend)).contains("schema version 3");
        }
        assertThat(server.number(database, "SELECT count(*) FROM baton_epochs")).isZero();
    }

    /** Returns a database with the tables of release 0.1 and a role that may use but not create them. */
    private static String databaseOf01(PostgresTestServer server) {
        String database = server.newDatabase();
        server.run("postgres", "DO $$ BEGIN CREATE ROLE modest LOGIN; EXCEPTION WHEN duplicate_object THEN END $$");
        server.run(database, "REVOKE CREATE ON SCHEMA public FROM public");
        server.run(database, PostgresTablesTest.TABLES_OF_0_1);
        server.run(
                database, "GRANT SELECT, INSERT, UPDATE, DELETE ON baton_epochs, baton_reigns, baton_roster TO modest");
        server.run(database, "GRANT USAGE ON baton_raises TO modest");
        return database;
    }

    @Test // PG-8
    void tooFewLockSlotsGiveErrorWithArithmetic() {
        Map<String, String> small = Map.of("max_connections", "20", "max_locks_per_transaction", "10");
        try (PostgresTestServer server = TestServers.started("newest", small);
                Backend backend = open("localhost:" + server.port() + "/postgres")) {
            int led = 0;
            AcquireOutcome outcome = attempt(backend, "e0");
            while (outcome instanceof AcquireOutcome.Won) {
                outcome = attempt(backend, "e" + ++led);
            }
            assertThat(led).isEqualTo(49);
            assertThat(((AcquireOutcome.Unknown) outcome).cause())
                    .isInstanceOf(LockException.class)
                    .hasMessageContaining("election e49")
                    .hasMessageContaining("holds 49 locks")
                    .hasMessageContaining("max_locks_per_transaction 10 * max_connections 20 = 200 slots")
                    .hasMessageContaining("a quarter of which is 50")
                    .hasMessageContaining("Raise max_locks_per_transaction");
            server.run("postgres", "SELECT 1");
        }
    }

    @Test // PG-8
    void refusesMissingDatabaseButNotUnreachableServer() {
        PostgresTestServer server = TestServers.newest();
        assertThatThrownBy(() -> provided("localhost:" + server.port() + "/nowhere"))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("nowhere");
        provided("localhost:1/postgres").close();
    }

    @Test // PG-8
    void concurrentTableCreationSucceeds() {
        try (PostgresFixture fixture = PostgresFixture.onNewest()) {
            List<dev.baton.Candidate> candidates = java.util.stream.IntStream.range(0, 8)
                    .mapToObj(i -> fixture.connect()
                            .election("e" + i)
                            .candidate(PostgresFixture.settings("c" + i).build()))
                    .toList();
            candidates.forEach(dev.baton.Candidate::start);
            candidates.forEach(candidate -> assertThat(awaitEpoch(candidate)).isEqualTo(1));
        }
    }

    private static Backend provided(String place) {
        return new PostgresBackendProvider().open("postgres://postgres@" + place, BatonClock.system());
    }

    private static PostgresBackend open(String place) {
        String url = "postgres://" + (place.contains("@") ? "" : "postgres@") + place + "?patience=8s";
        return PostgresFixture.openAsOwnProcess(url, Map.of(), BatonClock.system());
    }

    private static AcquireOutcome attempt(Backend backend) {
        return attempt(backend, "refused");
    }

    private static AcquireOutcome attempt(Backend backend, String election) {
        return backend.contend(new ContenderSettings(election, "me", 0, "", new IgnoredSignals()))
                .acquire(0)
                .toCompletableFuture()
                .join();
    }

    private static String refusal(Backend backend) {
        AcquireOutcome outcome = attempt(backend);
        assertThat(outcome).isInstanceOf(AcquireOutcome.Unknown.class);
        return String.valueOf(((AcquireOutcome.Unknown) outcome).cause().getMessage());
    }

    private static List<String> failed(List<StoreCheck> checks) {
        return checks.stream()
                .filter(check -> !check.ok())
                .map(StoreCheck::name)
                .toList();
    }

    @Test
    void toolsOfTheseTestsAreInstalled() {
        assertThat(Files.isExecutable(Path.of(PgBouncer.PROGRAM)))
                .as(PgBouncer.PROGRAM)
                .isTrue();
    }
}
