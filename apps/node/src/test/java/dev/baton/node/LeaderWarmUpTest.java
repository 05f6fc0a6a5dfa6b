package dev.baton.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.node.database.JobDatabase;
import dev.baton.node.database.JobQuery;
import dev.baton.node.database.TestPostgres;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The warm-up runs to its end and does not change the store. */
class LeaderWarmUpTest {
    @TempDir
    Path directory;

    @Test // NODE-7
    void warmsUpOnPostgresWithoutChangingIt() {
        assertUnchanged(TestPostgres.newDatabase());
    }

    @Test // NODE-7
    void warmsUpForSqliteWithoutChangingTheFile() {
        assertUnchanged("sqlite:" + directory.resolve("node.db"));
    }

    @Test // NODE-7
    void warmUpFailsWithoutErrorIfStoreIsUnreachable() {
        assertThat(LeaderWarmUp.run("postgres://user@127.0.0.1:1/nowhere")).isFalse();
    }

    private static void assertUnchanged(String store) {
        try (JobDatabase real = JobDatabase.open(store)) {
            assertThat(real.latestTerm()).isEmpty();
            assertThat(LeaderWarmUp.run(store)).isTrue();
            assertThat(real.latestTerm()).isEmpty();
            assertThat(real.jobs(new JobQuery(Optional.empty(), 10, Optional.empty(), false))
                            .orElseThrow()
                            .jobs())
                    .isEmpty();
        }
    }
}
