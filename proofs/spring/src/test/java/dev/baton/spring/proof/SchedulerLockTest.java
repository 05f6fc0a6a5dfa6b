package dev.baton.spring.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two replicas with a method of ShedLock, whose locks are in Baton's store. */
@Timeout(value = 240, unit = TimeUnit.SECONDS)
class SchedulerLockTest {
    private static final Duration LONG = Duration.ofSeconds(90);

    /** {@code lockAtLeastFor} of the task, less the time between its lock and its first statement. */
    private static final double LEAST_SECONDS = 2 - 0.5;

    private final PostgresTestServer server = TestServers.newest();
    private final String database = server.newDatabase();
    private List<ApplicationProcess> replicas = List.of();

    @BeforeEach
    void start() throws Exception {
        server.run(
                database,
                "CREATE TABLE run (id bigserial PRIMARY KEY, replica text, epoch bigint, asked timestamptz, began timestamptz,"
                        + " ended timestamptz)");
        server.run(database, "CREATE TABLE refusal (replica text)");
        server.run(database, "CREATE TABLE control AS SELECT false AS blocked");
        replicas = List.of(replica("anna"), replica("ben"));
    }

    @AfterEach
    void end() {
        replicas.forEach(ApplicationProcess::close);
        server.dropDatabase(database);
    }

    private ApplicationProcess replica(String name) throws Exception {
        return ApplicationProcess.start(
                name,
                Path.of(System.getProperty("java.home")),
                LockedTaskApplication.class,
                "--replica=" + name,
                "--locks.url=" + server.url("postgres", database),
                "--spring.datasource.url=jdbc:postgresql://localhost:" + server.port() + "/" + database,
                "--spring.datasource.username=postgres",
                "--spring.datasource.hikari.maximum-pool-size=2",
                "--spring.main.keep-alive=true",
                "--baton.enabled=false");
    }

    private long count(String table, String condition) {
        return server.number(database, "SELECT count(*) FROM " + table + " WHERE " + condition);
    }

    private static String of(ApplicationProcess replica) {
        return "replica = '" + replica.name() + "'";
    }

    @Test // LEASE-2, FENCE-1
    void taskMovesPromptlyAfterACrashAndNeverRunsBeforeItsLeastTime() {
        ApplicationProcess anna = replicas.get(0);
        ApplicationProcess ben = replicas.get(1);
        await().atMost(LONG).until(() -> count("refusal", of(anna)) > 0 && count("refusal", of(ben)) > 0);
        await().atMost(LONG).until(() -> count("run", "ended IS NOT NULL") >= 3);

        // The replica whose run does not end is killed. Its lock ends in an hour.
        server.run(database, "UPDATE control SET blocked = true");
        await().atMost(LONG)
                .until(() -> count("run", "ended IS NULL AND began < clock_timestamp() - interval '0.1 s'") > 0);
        server.run(database, "UPDATE control SET blocked = false");
        ApplicationProcess killed = count("run", "ended IS NULL AND " + of(anna)) > 0 ? anna : ben;
        ApplicationProcess other = killed.equals(anna) ? ben : anna;
        long refused = count("refusal", of(other));
        await().atMost(LONG).until(() -> count("refusal", of(other)) >= refused + 3);
        killed.close();
        String after = "id > (SELECT max(id) FROM run WHERE ended IS NULL) AND " + of(other);
        await().atMost(LONG).until(() -> count("run", after) >= 2);

        assertThat(count("run", "ended IS NULL")).as("runs that were cut off").isEqualTo(1);
        String pairs = " FROM (SELECT *, lead(began) OVER o AS next, lead(epoch) OVER o AS next_epoch FROM run"
                + " WINDOW o AS (ORDER BY id)) AS all_runs WHERE next IS NOT NULL AND ";
        assertThat(server.number(
                        database, "SELECT count(*)" + pairs + "next < asked + interval '" + LEAST_SECONDS + " s'"))
                .as("runs that began before the least time of the run before")
                .isZero();
        assertThat(server.number(database, "SELECT count(*)" + pairs + "next < ended"))
                .as("overlapping runs")
                .isZero();
        assertThat(server.number(database, "SELECT count(*)" + pairs + "next_epoch <= epoch"))
                .as("epochs that do not grow")
                .isZero();
    }
}
