package dev.baton.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.console.Watched;
import dev.baton.testkit.postgres.TestServers;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The seed's scenes where others keep the store: a PostgreSQL server, and a group of members. */
class SeedScenariosOnServersTest {

    @Test // FILE-12 API-8
    void onAnAdvisoryLock() {
        playOnServer("postgres", "");
    }

    @Test // FILE-12 API-8
    void onALeaseInPostgres() {
        playOnServer("lease-postgres", "lease:");
    }

    private static void playOnServer(String name, String scheme) {
        String database = TestServers.newest().newDatabase();
        String url = scheme + TestServers.newest().url("postgres", database);
        try (Watched watched = Watched.over(url)) {
            new SeedScenes(name, watched, id -> url).play();
        } finally {
            TestServers.newest().dropDatabase(database);
        }
    }

    @Test // FILE-12 API-8
    void onAQuorum(@TempDir Path directory) throws IOException {
        try (QuorumGroup group = new QuorumGroup(directory, SeedScenes.CAST);
                Watched watched = Watched.over(group.observerUrl())) {
            new SeedScenes("quorum", watched, group::url).play();
            // What was written down of a store is found again under its description, so that has to stay the same.
            assertThat(watched.get("/api/console").body())
                    .contains("quorum://?peers=a-one,b-two,c-three,voter-1,voter-2,voter-3,voter-4");
        }
    }
}
