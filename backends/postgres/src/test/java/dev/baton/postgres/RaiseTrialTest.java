package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.spi.Backend;
import dev.baton.spi.StoreCheck;
import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the store check says about tables in which no epoch can be raised, or none survives a crash. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RaiseTrialTest {
    private static final String ROLE = "trial_role";

    private final PostgresTestServer server = TestServers.newest();
    private String database = "";

    @BeforeEach
    void createTables() {
        database = server.newDatabase();
        for (String statement : PostgresTables.statements()) {
            server.run(database, statement);
        }
        server.run(database, "DO $$ BEGIN CREATE ROLE trial_role LOGIN; EXCEPTION WHEN duplicate_object THEN END $$");
        server.run(
                database,
                "GRANT SELECT, INSERT, UPDATE, DELETE ON baton_epochs, baton_reigns, baton_roster TO trial_role");
        server.run(database, "GRANT USAGE ON baton_raises TO trial_role");
    }

    private StoreCheck check(String name) {
        try (Backend backend =
                PostgresFixture.openAsOwnProcess(server.url(ROLE, database), Map.of(), BatonClock.system())) {
            return backend.selfTest().stream()
                    .filter(check -> check.name().equals(name))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private void assertNoRaise(String detail) {
        StoreCheck check = check("raises");
        assertThat(check.ok()).isFalse();
        assertThat(check.detail()).contains(detail, "no candidate can lead");
    }

    @Test // PG-8
    void trialLeavesNoRow() {
        StoreCheck check = check("raises");
        assertThat(check.ok()).as(check.detail()).isTrue();
        assertThat(server.number(database, "SELECT count(*) FROM baton_epochs")).isZero();
        assertThat(server.number(database, "SELECT count(*) FROM baton_reigns")).isZero();
    }

    @Test // PG-8
    void rowLevelSecurityWithoutPolicyIsReported() {
        server.run(database, "ALTER TABLE baton_epochs ENABLE ROW LEVEL SECURITY");
        assertNoRaise("row-level security");
    }

    @Test // PG-8
    void policyThatAllowsInsertsOnlyIsReported() {
        server.run(database, "ALTER TABLE baton_epochs ENABLE ROW LEVEL SECURITY");
        server.run(database, "CREATE POLICY readers ON baton_epochs FOR SELECT USING (true)");
        server.run(database, "CREATE POLICY writers ON baton_epochs FOR INSERT WITH CHECK (true)");
        assertNoRaise("not changed");
    }

    @Test // PG-8
    void triggerThatDropsUpdatesIsReported() {
        server.run(database, "CREATE FUNCTION drops() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'");
        server.run(
                database, "CREATE TRIGGER drops BEFORE UPDATE ON baton_epochs FOR EACH ROW EXECUTE FUNCTION drops()");
        assertNoRaise("not changed");
    }

    @Test // PG-8
    void sequenceAtItsEndIsReported() {
        server.run(database, "ALTER SEQUENCE baton_raises RESTART WITH 9223372036854775807");
        server.run(database, "DO $$ BEGIN PERFORM nextval('baton_raises'); END $$");
        assertNoRaise("baton_raises");
    }

    @Test // PG-8
    void unloggedTableIsReported() {
        server.run(database, "ALTER TABLE baton_epochs SET UNLOGGED");
        StoreCheck reported = check("durability");
        assertThat(reported.ok()).isFalse();
        assertThat(reported.detail()).contains("UNLOGGED").endsWith("Run: ALTER TABLE baton_epochs SET LOGGED");
        server.run(database, "ALTER TABLE baton_epochs SET LOGGED");
        assertThat(check("durability").ok()).isTrue();
    }

    @Test // PG-8
    void serverWithoutFsyncIsReported() {
        // The servers of the tests run without it.
        assertThat(check("durability").detail()).startsWith("warning: fsync is off");
    }
}
