package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Backend;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.StoreCheck;
import dev.baton.testkit.IgnoredSignals;
import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the store check says about separate roles and about the sequence of raises. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class StoreRightsTest {

    @Test // FENCE-2
    void separateWriterRolesNeedTheRightToSignalOnlyOnOldServers() {
        StoreCheck newest = checkOfWriters(TestServers.newest(), "baton_role");
        assertThat(newest.ok()).isTrue();
        assertThat(newest.detail())
                .contains("writer_role", "except those of clients that freeze inside COPY ... FROM STDIN")
                .endsWith("run: GRANT pg_signal_backend TO baton_role");
        StoreCheck old = checkOfWriters(TestServers.oldest(), "baton_role");
        assertThat(old.ok()).isFalse();
        assertThat(old.detail()).contains("writer_role").endsWith("Run: GRANT pg_signal_backend TO baton_role");
    }

    @Test // FENCE-2: the printed statements are the cure
    void rightThatTheRoleDoesNotInheritIsMissing() {
        PostgresTestServer server = TestServers.oldest();
        server.run("postgres", "CREATE ROLE heir_role LOGIN NOINHERIT; GRANT pg_signal_backend TO heir_role");
        StoreCheck refused = checkOfWriters(server, "heir_role");
        assertThat(refused.ok()).isFalse();
        server.run("postgres", refused.detail().substring(refused.detail().indexOf("Run: ") + 5));
        assertThat(checkOfWriters(server, "heir_role").ok()).isTrue();
    }

    private static StoreCheck checkOfWriters(PostgresTestServer server, String baton) {
        String database = server.newDatabase();
        for (String role : new String[] {baton, "writer_role"}) {
            server.run(
                    database,
                    "DO $$ BEGIN CREATE ROLE " + role + " LOGIN; EXCEPTION WHEN duplicate_object THEN END $$");
        }
        server.run(database, "GRANT CREATE, USAGE ON SCHEMA public TO " + baton);
        try (Backend backend =
                PostgresFixture.openAsOwnProcess(server.url(baton, database), Map.of(), BatonClock.system())) {
            AcquireOutcome outcome = backend.contend(
                            new ContenderSettings("nightly", "me", 0, "", new IgnoredSignals()))
                    .acquire(0)
                    .toCompletableFuture()
                    .join();
            assertThat(outcome).isInstanceOf(AcquireOutcome.Won.class);
            server.run(database, "GRANT SELECT ON baton_epochs, baton_raises TO writer_role");
            return check(backend, "guarded-writers");
        }
    }

    @Test // FENCE-2
    void sequenceIsCreatedWithoutCacheAndOtherSettingsAreReported() {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Backend backend = fixture.open()) {
            assertThat(check(backend, "raises").ok()).isTrue();
            AcquireOutcome outcome = backend.contend(
                            new ContenderSettings("nightly", "me", 0, "", new IgnoredSignals()))
                    .acquire(0)
                    .toCompletableFuture()
                    .join();
            assertThat(outcome).isInstanceOf(AcquireOutcome.Won.class);
            assertThat(fixture.number("SELECT seqcache FROM pg_sequence WHERE seqrelid = 'baton_raises'::regclass"))
                    .isEqualTo(1);
            fixture.run("ALTER SEQUENCE baton_raises CACHE 50");
            StoreCheck reported = check(backend, "raises");
            assertThat(reported.ok()).isFalse();
            assertThat(reported.detail()).contains("CACHE 50", "ALTER SEQUENCE baton_raises INCREMENT 1 CACHE 1");
        }
    }

    @Test // FENCE-2: the process that finds the tables logs it, not only doctor
    void processThatFindsSequenceWithCacheWarns() {
        try (PostgresFixture fixture = PostgresFixture.onNewest()) {
            try (Backend first = fixture.open();
                    CapturedLog log = new CapturedLog()) {
                lead(first);
                assertThat(log.text()).doesNotContain("baton_raises");
            }
            fixture.run("ALTER SEQUENCE baton_raises CACHE 50");
            try (Backend second = fixture.open();
                    CapturedLog log = new CapturedLog()) {
                lead(second);
                assertThat(log.text())
                        .containsPattern("WARN.* the sequence baton_raises has CACHE 50.*ALTER SEQUENCE baton_raises");
            }
        }
    }

    private static void lead(Backend backend) {
        PostgresFixture.await(
                "leads",
                () -> backend.contend(new ContenderSettings("nightly", "me", 0, "", new IgnoredSignals()))
                                .acquire(0)
                                .toCompletableFuture()
                                .join()
                        instanceof AcquireOutcome.Won);
    }

    private static StoreCheck check(Backend backend, String name) {
        return backend.selfTest().stream()
                .filter(check -> check.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
