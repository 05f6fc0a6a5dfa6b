package dev.baton.spring.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two replicas that are restarted one after the other, while a run of their report is always due soon. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class RollingRestartTest {
    private static final Duration LONG = Duration.ofSeconds(90);

    /** One run may be left out, and the next one begins within half a period. */
    private static final double LONGEST_PAUSE = 2.5 * PeriodicReportApplication.PERIOD_SECONDS;

    private final PostgresTestServer server = TestServers.newest();
    private final String database = server.newDatabase();
    private final List<ApplicationProcess> replicas = new ArrayList<>();

    @AfterEach
    void end() {
        replicas.forEach(ApplicationProcess::close);
        server.dropDatabase(database);
    }

    private ApplicationProcess start(String name) throws Exception {
        ApplicationProcess replica = ApplicationProcess.start(
                name,
                Path.of(System.getProperty("java.home")),
                PeriodicReportApplication.class,
                "--baton.instance-id=" + name,
                "--spring.datasource.url=jdbc:postgresql://localhost:" + server.port() + "/" + database,
                "--spring.datasource.username=postgres",
                "--spring.datasource.hikari.maximum-pool-size=2",
                "--spring.main.keep-alive=true");
        replicas.add(replica);
        return replica;
    }

    private long runs(String condition) {
        return server.number(database, "SELECT count(*) FROM run WHERE " + condition);
    }

    private void awaitRuns(String replica, int number) {
        await().atMost(LONG).until(() -> runs("ended IS NOT NULL AND replica = '" + replica + "'") >= number);
    }

    private void awaitStandby(String replica) {
        await().atMost(LONG)
                .until(() -> replicas.stream()
                        .filter(each -> each.name().equals(replica))
                        .anyMatch(ApplicationProcess::isStandby));
    }

    @Test // API-3
    void runsDoNotOverlapAndAtMostOneIsLeftOut() throws Exception {
        server.run(
                database,
                "CREATE TABLE run (id bigserial PRIMARY KEY, replica text, epoch bigint, began timestamptz,"
                        + " ended timestamptz)");
        ApplicationProcess anna = start("anna");
        awaitRuns("anna", 1);
        ApplicationProcess ben = start("ben");
        awaitStandby("ben");
        awaitRuns("anna", 2);
        // In the middle of a run.
        await().atMost(LONG).until(() -> runs("ended IS NULL") == 1);
        anna.terminate();
        awaitRuns("ben", 1);
        start("next");
        awaitStandby("next");
        await().atMost(LONG).until(() -> runs("ended IS NULL") == 1);
        ben.terminate();
        awaitRuns("next", 2);

        assertThat(runs("ended IS NULL AND id < (SELECT max(id) FROM run)"))
                .as("runs that were cut off")
                .isZero();
        String pairs = "SELECT count(*) FROM (SELECT *, lead(began) OVER (ORDER BY id) AS next FROM run) AS all_runs"
                + " WHERE next ";
        assertThat(server.number(database, pairs + "< ended"))
                .as("overlapping runs")
                .isZero();
        assertThat(server.number(database, pairs + "> began + interval '" + LONGEST_PAUSE + " s'"))
                .as("pauses of more than one run")
                .isZero();
        assertThat(server.number(database, "SELECT count(DISTINCT epoch) FROM run"))
                .isEqualTo(3);
    }
}
