package dev.baton.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.node.ledger.JobQuery;
import dev.baton.node.ledger.Ledger;
import dev.baton.node.ledger.TestServer;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A rehearsal goes through to its end, and the store that it is for sees nothing of it. */
class WarmUpTest {
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
        assertThat(WarmUp.isDone("postgres://nobody@127.0.0.1:1/nowhere")).isFalse();
    }

    private static void leavesNothingIn(String store) {
        try (Ledger real = Ledger.open(store)) {
            assertThat(real.latestTerm()).isEmpty();
            assertThat(WarmUp.isDone(store)).isTrue();
            assertThat(real.latestTerm()).isEmpty();
            assertThat(real.jobs(new JobQuery(Optional.empty(), 10, Optional.empty()))
                            .orElseThrow())
                    .isEmpty();
        }
    }
}
