package dev.baton.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.node.database.JobDatabase;
import dev.baton.node.database.JobQuery;
import dev.baton.node.database.TestServer;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A rehearsal goes through to its end, and the store that it is for sees nothing of it. */
class LeaderWarmUpTest {
    @TempDir
    Path directory;

    @Test // NODE-7
    void aReignIsRehearsedBesidePostgres() {
        leavesNothingIn(TestServer.newDatabase());
    }

    @Test // NODE-7
    void aReignIsRehearsedBesideAnSqliteFile() {
        leavesNothingIn("sqlite:" + directory.resolve("node.db"));
    }

    @Test // NODE-7
    void aStoreThatCannotBeReachedMakesTheStartAColdOne() {
        assertThat(LeaderWarmUp.isDone("postgres://nobody@127.0.0.1:1/nowhere")).isFalse();
    }

    private static void leavesNothingIn(String store) {
        try (JobDatabase real = JobDatabase.open(store)) {
            assertThat(real.latestTerm()).isEmpty();
            assertThat(LeaderWarmUp.isDone(store)).isTrue();
            assertThat(real.latestTerm()).isEmpty();
            assertThat(real.jobs(new JobQuery(Optional.empty(), 10, Optional.empty()))
                            .orElseThrow())
                    .isEmpty();
        }
    }
}
