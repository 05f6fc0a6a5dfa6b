package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.LockException;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Backend;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.TransferRequest;
import dev.baton.support.sql.SchemaMigrations;
import dev.baton.support.sql.SchemaRefusedException;
import dev.baton.testkit.IgnoredSignals;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.PGStatement;

/** Creation, versions and upgrades of the tables. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class PostgresTablesTest {
    /** The statements of release 0.1, which must never change. */
    static final String TABLES_OF_0_1 = """
            CREATE TABLE baton_epochs (key1 int4 NOT NULL, key2 int4 NOT NULL, election text NOT NULL UNIQUE,
                epoch bigint NOT NULL, instance_id text NOT NULL, process bigint NOT NULL, since timestamptz NOT NULL,
                url text NOT NULL, patience_ms bigint NOT NULL, released boolean NOT NULL, reserved_for text,
                reserved_until timestamptz, PRIMARY KEY (key1, key2));
            CREATE TABLE baton_reigns (election text NOT NULL, epoch bigint NOT NULL, instance_id text NOT NULL,
                url text NOT NULL, began_at timestamptz NOT NULL, ended_at timestamptz, reason text,
                PRIMARY KEY (election, epoch));
            CREATE TABLE baton_roster (process bigint PRIMARY KEY, frames text NOT NULL, favoured text NOT NULL,
                seen_at timestamptz NOT NULL);
            CREATE SEQUENCE baton_raises START WITH 4294967297;
            """;

    private static final String VERSION = "SELECT version FROM baton_schema WHERE component = 'election'";

    private static AcquireOutcome attempt(PostgresFixture fixture) {
        try (Backend backend = fixture.open()) {
            return backend.contend(new ContenderSettings("nightly", "me", 0, "", new IgnoredSignals()))
                    .acquire(0)
                    .toCompletableFuture()
                    .join();
        }
    }

    @Test
    void recordsVersionInFreshDatabase() {
        try (PostgresFixture fixture = PostgresFixture.onNewest()) {
            assertThat(attempt(fixture)).isInstanceOf(AcquireOutcome.Won.class);
            assertThat(fixture.number(VERSION)).isEqualTo(2);
        }
    }

    @Test
    void upgradesTablesOf01WithoutVersionRow() {
        try (PostgresFixture fixture = PostgresFixture.onNewest()) {
            fixture.run(TABLES_OF_0_1);
            fixture.run("INSERT INTO baton_reigns VALUES ('nightly', 41, 'old', '', now(), now(), 'resigned')");
            assertThat(attempt(fixture))
                    .isInstanceOfSatisfying(
                            AcquireOutcome.Won.class,
                            won -> assertThat(won.claim().epoch()).isEqualTo(42));
            assertThat(fixture.number(VERSION)).isEqualTo(2);
        }
    }

    @Test
    void programOf01GoesOnWorkingBesideThisOne() throws SQLException {
        String raise = "UPDATE baton_epochs SET epoch = epoch + 1, instance_id = 'old', process = 1, since = now(),"
                + " url = '', patience_ms = 1000, released = false, reserved_for = NULL, reserved_until = NULL"
                + " WHERE election = 'nightly'";
        String create = "INSERT INTO baton_epochs (key1, key2, election, epoch, instance_id, process, since, url,"
                + " patience_ms, released) VALUES (1, 2, 'hourly', 1, 'old', 1, now(), '', 1000, false)";
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Connection old = fixture.connectPlainSession();
                PreparedStatement read = old.prepareStatement("SELECT e.election, e.epoch FROM baton_epochs e")) {
            fixture.run(TABLES_OF_0_1);
            read.unwrap(PGStatement.class).setPrepareThreshold(1);
            read.executeQuery().close();
            assertThat(attempt(fixture)).isInstanceOf(AcquireOutcome.Won.class);
            read.executeQuery().close();
            fixture.run(raise);
            fixture.run(create);
            assertThat(attempt(fixture))
                    .isInstanceOfSatisfying(
                            AcquireOutcome.Won.class,
                            won -> assertThat(won.claim().epoch()).isEqualTo(3));
        }
    }

    @Test
    void freshTablesEqualUpgradedTablesOf01() {
        String columns = "SELECT hashtext(string_agg(table_name || column_name || data_type || is_nullable, ','"
                + " ORDER BY table_name, ordinal_position)) FROM information_schema.columns"
                + " WHERE table_name IN ('baton_epochs', 'baton_reigns', 'baton_roster')";
        try (PostgresFixture old = PostgresFixture.onNewest();
                PostgresFixture fresh = PostgresFixture.onNewest()) {
            old.run(TABLES_OF_0_1);
            attempt(old);
            attempt(fresh);
            assertThat(fresh.number(columns)).isEqualTo(old.number(columns));
        }
    }

    @Test
    void refusesNewerVersion() {
        try (PostgresFixture fixture = PostgresFixture.onNewest()) {
            attempt(fixture);
            fixture.run("UPDATE baton_schema SET version = 3 WHERE component = 'election'");
            assertThat(((AcquireOutcome.Unknown) attempt(fixture)).cause())
                    .isInstanceOf(LockException.class)
                    .hasMessageContaining("election have schema version 3")
                    .hasMessageContaining("upgrade this program");
        }
    }

    @Test
    void readsAndTransfersRefuseNewerVersionToo() {
        try (PostgresFixture fixture = PostgresFixture.onNewest()) {
            attempt(fixture);
            fixture.run("UPDATE baton_schema SET version = 3 WHERE component = 'election'");
            try (Backend backend = fixture.open()) {
                TransferRequest transfer = new TransferRequest("nightly", "me", "r1");
                for (CompletionStage<?> request : List.of(
                        backend.observe("nightly"),
                        backend.history("nightly"),
                        backend.elections(),
                        backend.roster().list("nightly"),
                        backend.roster().send(transfer))) {
                    assertThatThrownBy(() -> request.toCompletableFuture().join())
                            .hasRootCauseInstanceOf(SchemaRefusedException.class)
                            .hasStackTraceContaining("election have schema version 3");
                }
            }
        }
    }

    @Test
    void droppedTablesAreCreatedAgain() throws SQLException {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Connection connection = fixture.connectPlainSession()) {
            attempt(fixture);
            fixture.run("DROP TABLE baton_roster");
            PostgresTables.ensure(connection, "store", PostgresTables.newSchema());
            assertThat(attempt(fixture)).isInstanceOf(AcquireOutcome.Won.class);
        }
    }

    @Test
    void concurrentCreationAndCreationByStatementsRecordOneVersion() throws SQLException {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Connection connection = fixture.connectPlainSession()) {
            CountDownLatch start = new CountDownLatch(1);
            List<CompletableFuture<Void>> creations = IntStream.range(0, 4)
                    .mapToObj(i -> CompletableFuture.runAsync(() -> createAfter(start, fixture), task -> {
                        Thread thread = new Thread(task, "creation-" + i);
                        thread.start();
                    }))
                    .toList();
            start.countDown();
            creations.forEach(CompletableFuture::join);
            PostgresTables.statements().forEach(fixture::run);
            PostgresTables.ensure(connection, "store", PostgresTables.newSchema());
            assertThat(fixture.number("SELECT sum(version) FROM baton_schema")).isEqualTo(2);
        }
    }

    @Test
    void statementsUpgradeTablesOf01AndNeverLowerTheVersion() {
        try (PostgresFixture fixture = PostgresFixture.onNewest()) {
            fixture.run(TABLES_OF_0_1);
            fixture.run(SchemaMigrations.TABLE);
            fixture.run("INSERT INTO baton_schema VALUES ('election', 1)");
            PostgresTables.statements().forEach(fixture::run);
            assertThat(fixture.number(VERSION)).isEqualTo(2);
            assertThat(fixture.number("SELECT count(command) FROM baton_epochs"))
                    .isZero();
            fixture.run("UPDATE baton_schema SET version = 3");
            PostgresTables.statements().forEach(fixture::run);
            assertThat(fixture.number(VERSION)).isEqualTo(3);
        }
    }

    private static void createAfter(CountDownLatch start, PostgresFixture fixture) {
        try (Connection connection = fixture.connectPlainSession()) {
            start.await();
            PostgresTables.ensure(connection, "store", PostgresTables.newSchema());
        } catch (SQLException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
