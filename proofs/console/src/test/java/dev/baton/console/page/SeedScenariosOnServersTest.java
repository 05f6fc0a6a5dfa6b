package dev.baton.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.console.TestConsole;
import dev.baton.testkit.postgres.TestServers;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scenario of the seed on a PostgreSQL server and in a quorum group. */
class SeedScenariosOnServersTest {

    @Test // FILE-12 API-8
    void runsOnAdvisoryLock() {
        runOnServer("postgres", "");
    }

    @Test // FILE-12 API-8
    void runsOnLeaseInPostgres() {
        runOnServer("lease-postgres", "lease:");
    }

    private static void runOnServer(String name, String scheme) {
        String database = TestServers.newest().newDatabase();
        String url = scheme + TestServers.newest().url("postgres", database);
        try (TestConsole console = TestConsole.on(url)) {
            new SeedScenario(name, console, id -> url).run();
        } finally {
            TestServers.newest().dropDatabase(database);
        }
    }

    @Test // FILE-12 API-8
    void runsOnQuorum(@TempDir Path directory) throws IOException {
        try (QuorumGroup group = new QuorumGroup(directory, SeedScenario.IDS);
                TestConsole console = TestConsole.on(group.observerUrl())) {
            new SeedScenario("quorum", console, group::url).run();
            // The history identifies a store by its description, so the description must not change.
            assertThat(console.get("/api/console").body())
                    .contains("quorum://?peers=a-one,b-two,c-three,voter-1,voter-2,voter-3,voter-4");
        }
    }
}
