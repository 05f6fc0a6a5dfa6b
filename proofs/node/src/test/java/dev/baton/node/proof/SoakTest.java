package dev.baton.node.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Jobs during random faults: every accepted job ends exactly once, every accepted write has the current epoch, and only the
 * leader responds to a write with 2xx. For a longer run: {@code -Dsoak.jobs=1000 -Dsoak.faults=50}, and {@code
 * -Dsoak.store=postgres}.
 */
class SoakTest {
    private static final int JOBS = Integer.getInteger("soak.jobs", 200);
    private static final int FAULTS = Integer.getInteger("soak.faults", 8);
    private static final long SEED = Long.getLong("soak.seed", new Random().nextLong());
    private static final String STORE = System.getProperty("soak.store", "sqlite");

    @TempDir
    Path directory;

    @Test // NODE-7, NODE-8
    void everyAcceptedJobEndsExactlyOnceDespiteKillsAndFreezes() throws InterruptedException, SQLException {
        System.out.println("seed " + SEED + " of the soak, " + JOBS + " jobs, " + FAULTS + " faults, on " + STORE);
        Random random = new Random(SEED);
        try (SoakFixture fixture = new SoakFixture(directory, STORE);
                RecordingClients clients = new RecordingClients(fixture.cluster(), List.of("a", "b"))) {
            clients.allowJobs(0);
            Thread first = clients.submit(JOBS);
            Thread second = clients.submit(JOBS);
            clients.runAgent("w1", 7);
            clients.runAgent("w2", 1000);
            for (int i = 1; i <= FAULTS; i++) {
                // Every fault gets its share of the jobs.
                clients.allowJobs(JOBS * i / FAULTS);
                fixture.causeFault(random);
            }
            first.join();
            second.join();
            Awaitility.await("every job is done")
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> clients.succeededJobs() == JOBS);
            clients.stop();
            check(fixture, clients);
        }
    }

    private static void check(SoakFixture fixture, RecordingClients clients) throws SQLException {
        DatabaseAudit audit = fixture.audit();
        System.out.println("soak: " + audit.terms() + " terms, " + audit.events() + " events, "
                + clients.acceptedWrites().size() + " accepted writes");
        assertThat(clients.acceptedJobs()).hasSize(JOBS);
        assertThat(clients.history().violations()).isEmpty();
        assertThat(audit.staleCommits()).isEmpty();
        assertThat(audit.falseResponses(clients.acceptedWrites())).isEmpty();
        assertThat(audit.jobsNotEndedOnce(clients.acceptedJobs())).isEmpty();
    }
}
