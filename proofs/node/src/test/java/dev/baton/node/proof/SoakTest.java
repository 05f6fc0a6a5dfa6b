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
 * Jobs through random faults: every accepted job ends exactly once, every accepted write carries the epoch that was
 * current, and no 2xx comes from a node that does not lead. The short form of a longer run: {@code -Dsoak.jobs=1000
 * -Dsoak.faults=50}, and {@code -Dsoak.store=postgres}.
 */
class SoakTest {
    private static final int JOBS = Integer.getInteger("soak.jobs", 200);
    private static final int FAULTS = Integer.getInteger("soak.faults", 8);
    private static final long SEED = Long.getLong("soak.seed", new Random().nextLong());
    private static final String STORE = System.getProperty("soak.store", "sqlite");

    @TempDir
    Path directory;

    @Test // NODE-7, NODE-8
    void everyAcceptedJobEndsExactlyOnceThroughKillsAndFreezes() throws InterruptedException, SQLException {
        System.out.println("seed " + SEED + " of the soak, " + JOBS + " jobs, " + FAULTS + " faults, on " + STORE);
        Random random = new Random(SEED);
        try (SoakScene scene = new SoakScene(directory, STORE);
                Clients clients = new Clients(scene.cluster(), List.of("a", "b"))) {
            clients.release(0);
            Thread first = clients.submit(JOBS);
            Thread second = clients.submit(JOBS);
            clients.work("w1", 7);
            clients.work("w2", 1000);
            for (int i = 1; i <= FAULTS; i++) {
                // So that every fault meets its share of the jobs.
                clients.release(JOBS * i / FAULTS);
                scene.fault(random);
            }
            first.join();
            second.join();
            Awaitility.await("every job is done").atMost(Duration.ofMinutes(2)).until(() -> clients.ended() == JOBS);
            clients.finish();
            judge(scene, clients);
        }
    }

    private static void judge(SoakScene scene, Clients clients) throws SQLException {
        LedgerJudge judge = scene.judge();
        System.out.println("soak: " + judge.terms() + " terms, " + judge.events() + " events, "
                + clients.answers().size() + " accepted writes");
        assertThat(clients.accepted()).hasSize(JOBS);
        assertThat(clients.history().violations()).isEmpty();
        assertThat(judge.staleCommits()).isEmpty();
        assertThat(judge.falseAnswers(clients.answers())).isEmpty();
        assertThat(judge.notEndedOnce(clients.accepted())).isEmpty();
    }
}
