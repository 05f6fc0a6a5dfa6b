package dev.baton.node.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Jobs during random faults: every accepted job ends exactly once with its own result, every accepted write has the current
 * epoch, and only the leader responds to a write with 2xx. No command that was interrupted is reported as failed. Each kind
 * of fault occurs once on each store that can have it. For a longer run on one store: {@code -Dsoak.jobs=1000
 * -Dsoak.faults=50 -Dsoak.store=postgres}.
 */
@ExtendWith(NotRepeated.class)
class SoakTest {
    private static final int JOBS = Integer.getInteger("soak.jobs", 200);
    private static final long SEED = Long.getLong("soak.seed", new Random().nextLong());

    @TempDir
    Path directory;

    static List<String> stores() {
        return List.of(System.getProperty("soak.store", "sqlite,postgres").split(","));
    }

    @ParameterizedTest // NODE-7, NODE-8
    @MethodSource("stores")
    void everyAcceptedJobEndsExactlyOnceWithItsOwnResultDespiteFaults(String store) throws Exception {
        boolean onServer = store.equals("postgres");
        int faults = Integer.getInteger("soak.faults", SoakFault.kinds(onServer).size());
        System.out.println("seed " + SEED + " of the soak, " + JOBS + " jobs, " + faults + " faults, on " + store);
        try (SoakFixture fixture = new SoakFixture(directory, onServer);
                RecordingClients clients = new RecordingClients(fixture.cluster(), List.of("a", "b"))) {
            clients.withCommands(fixture.commands());
            clients.allowJobs(0);
            Thread first = clients.submit(JOBS);
            Thread second = clients.submit(JOBS);
            clients.runAgent("w1", 7);
            clients.runAgent("w2", 1000);
            int done = 0;
            for (SoakFault fault : SoakFault.some(faults, onServer, new Random(SEED))) {
                // Every fault gets its share of the jobs.
                clients.allowJobs(JOBS * ++done / faults);
                fixture.cause(fault);
            }
            first.join();
            second.join();
            Awaitility.await("every job has its result")
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> clients.finishedJobs() == JOBS);
            Set<String> jobs = new HashSet<>(clients.acceptedJobs());
            assertThat(jobs).hasSize(JOBS);
            jobs.addAll(fixture.endedExtraJobs());
            clients.stop();
            check(fixture, clients, jobs);
        }
    }

    private static void check(SoakFixture fixture, RecordingClients clients, Set<String> jobs) throws SQLException {
        DatabaseAudit audit = fixture.audit();
        System.out.println("soak: " + audit.terms() + " terms, " + audit.events() + " events, "
                + clients.acceptedWrites().size() + " accepted writes, "
                + fixture.commands().repetitions() + " commands that ran again after they had ended");
        assertThat(clients.history().violations()).isEmpty();
        assertThat(audit.staleCommits()).isEmpty();
        assertThat(audit.falseResponses(clients.acceptedWrites())).isEmpty();
        assertThat(audit.jobsNotEndedOnce(jobs)).isEmpty();
        Cluster cluster = fixture.cluster();
        String leader = cluster.awaitLeader();
        assertThat(fixture.commands().wrongResults(jobs, id -> cluster.get(leader, "/v1/jobs/" + id)))
                .isEmpty();
    }
}
