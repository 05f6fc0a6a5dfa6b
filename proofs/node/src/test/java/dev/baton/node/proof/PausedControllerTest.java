package dev.baton.node.proof;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
            for (Duration pause : List.of(Duration.ofMillis(1_500), Duration.ofMillis(2_500))) {
                String leader = cluster.awaitLeader();
                long controller =
                        cluster.node(leader).child("controller").orElseThrow().pid();
                NodeProcess.signal("STOP", controller);
                long until = System.nanoTime() + pause.toNanos();
                Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> System.nanoTime() - until > 0);
                NodeProcess.signal("CONT", controller);
                cluster.await(
                        "a write after a pause of " + pause, () -> accepts(cluster, "a") || accepts(cluster, "b"));
            }
        }
    }

    private static boolean accepts(Cluster cluster, String id) {
        return cluster.post(id, "/v1/jobs", JOB).status() == 201;
    }
}
