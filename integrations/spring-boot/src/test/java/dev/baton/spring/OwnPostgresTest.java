package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.fence.Fence;
import dev.baton.fence.HighestSeenFence;
import dev.baton.fence.PostgresFence;
import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ConfigurableApplicationContext;

/** Applications whose elections are in their own PostgreSQL database, in each mode. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class OwnPostgresTest {
    private final PostgresTestServer server = TestServers.newest();
    private final String database = server.newDatabase();

    @AfterEach
    void dropDatabase() {
        server.dropDatabase(database);
    }

    static class Reports {
        @LeaderOnly("nightly")
        public Long epoch() {
            return Leaderships.require().epoch();
        }
    }

    private void assertLeads(String mode, String store, Class<? extends Fence> fence) {
        try (ConfigurableApplicationContext only = TestApplication.start(
                List.of(
                        "spring.datasource.url=jdbc:postgresql://localhost:" + server.port() + "/" + database,
                        "spring.datasource.username=postgres",
                        "spring.datasource.hikari.maximum-pool-size=2",
                        "spring.autoconfigure.exclude=" + TestApplication.JPA,
                        "logging.level.dev.baton=INFO",
                        "baton.database-mode=" + mode),
                Reports.class)) {
            BatonElections elections = only.getBean(BatonElections.class);
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> elections.candidate("nightly").isLeader());
            assertThat(elections.baton().backend().describe()).startsWith(store);
            assertThat(only.getBean(Fence.class)).isInstanceOf(fence);
            assertThat(only.getBean(Reports.class).epoch()).isEqualTo(1);
        }
    }

    @Test // API-1
    void databaseModeLeaseHoldsALeaseInTheApplicationsDatabase() {
        String log = CapturedLog.of(() -> assertLeads("lease", "lease:postgres", HighestSeenFence.class));
        assertThat(log).contains("elections are in lease:", "(leases in the application's PostgreSQL)");
    }

    @Test // API-1
    void otherwiseAdvisoryLocksAreTaken() {
        String log = CapturedLog.of(() -> assertLeads("auto", "postgres://", PostgresFence.class));
        assertThat(log).contains("elections are in postgres://", "(advisory locks in the application's PostgreSQL)");
    }
}
