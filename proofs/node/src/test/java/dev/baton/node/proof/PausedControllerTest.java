package dev.baton.node.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A controller that is paused past its last deadline, but not for long enough to be killed. */
class PausedControllerTest {
    private static final String JOB = "{\"name\":\"work\"}";

    @TempDir
    Path directory;

    @Test // NODE-3, NODE-7
    void pauseOfLessThanAValidityLeavesALeader() {
        try (Cluster cluster = new Cluster(directory)) {
            String[] options = {
                "--on",
                "file:" + directory.resolve("lock"),
                "--store",
                "sqlite:" + directory.resolve("jobs.db"),
                "--validity",
                "3s"
            };
            cluster.start("a", options);
            cluster.start("b", options);
            String first = cluster.awaitLeader();
            cluster.submit("before", JOB);
            for (Duration pause : new Duration[] {Duration.ofMillis(1_500), Duration.ofMillis(2_500)}) {
                String leader = cluster.awaitLeader();
                cluster.node(leader).freezeController();
                long until = System.nanoTime() + pause.toNanos();
                Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> System.nanoTime() - until > 0);
                cluster.node(leader).signalAll("CONT");
                cluster.await("a write after a pause of " + pause, () -> accepts(cluster, "a") || accepts(cluster, "b"));
            }
            assertThat(first).isIn("a", "b");
        }
    }

    private static boolean accepts(Cluster cluster, String id) {
        return cluster.post(id, "/v1/jobs", JOB).status() == 201;
    }
}
