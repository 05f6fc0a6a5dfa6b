package dev.baton.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.BatonClock;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Backend;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.StoreCheck;
import dev.baton.store.StoreException;
import dev.baton.testkit.IgnoredSignals;
import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;
import org.junit.jupiter.api.Test;

/** Two roles of one PostgreSQL database whose search paths lead to different schemas. */
class SecondSchemaTest {
    private final PostgresTestServer server = TestServers.newest();
    private final String database = server.newDatabase();
    private final String web = "web_" + database;
    private final String batch = "batch_" + database;

    @Test // LEASE-1
    void secondCandidateIsRefusedAndItsStoreCheckFails() {
        server.run(
                database,
                "CREATE ROLE " + web + " LOGIN; CREATE ROLE " + batch
                        + " LOGIN; GRANT CREATE, USAGE ON SCHEMA public TO " + web + ", " + batch + "; CREATE SCHEMA "
                        + batch + " AUTHORIZATION " + batch);
        String refused = server.url(web, database);
        try (Backend leader =
                new LeaseBackendProvider().open("lease:" + server.url(batch, database), BatonClock.system())) {
            assertThat(leader.contend(new ContenderSettings("nightly", "one", 0, "", new IgnoredSignals()))
                            .acquire(0)
                            .toCompletableFuture()
                            .join())
                    .isInstanceOf(AcquireOutcome.Won.class);
            assertThatThrownBy(() -> new LeaseBackendProvider().open("lease:" + refused, BatonClock.system()))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContainingAll("\"public\"", "\"" + batch + "\"", "schema=NAME");
            try (Backend unchecked = LeaseBackend.open(refused, LeaseOptions.defaults(), BatonClock.system())) {
                assertThat(unchecked.selfTest())
                        .singleElement()
                        .satisfies(check -> assertThat(check.ok()).isFalse())
                        .extracting(StoreCheck::detail)
                        .asString()
                        .contains("\"public\"", "\"" + batch + "\"");
            }
        } finally {
            server.dropDatabase(database);
            server.run("postgres", "DROP ROLE " + web + ", " + batch);
        }
    }
}
