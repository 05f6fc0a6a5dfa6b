package dev.baton.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two replicas of the application, as processes, on one database. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class ReplicasTest {
    private static final Duration LONG = Duration.ofSeconds(90);

    private final PostgresTestServer server = TestServers.newest();
    private final String database = server.newDatabase();
    private final List<Replica> replicas = new ArrayList<>();

    @AfterEach
    void end() {
        replicas.forEach(Replica::close);
        server.dropDatabase(database);
    }

    private Replica start(String id) throws Exception {
        Replica replica = Replica.start(id, "jdbc:postgresql://localhost:" + server.port() + "/" + database);
        replicas.add(replica);
        return replica;
    }

    private long runs(String condition) {
        return server.number(database, "SELECT count(*) FROM report WHERE " + condition);
    }

    private void awaitRuns(Replica of) {
        await().atMost(LONG).until(() -> runs("replica = '" + of.id() + "' AND ended IS NOT NULL") >= 5);
    }

    private String history(Replica of) {
        return of.get("/actuator/baton/nightly");
    }

    @Test // API-3, API-9
    void reportMovesWithoutOverlapThroughRollingRestartAndCrash() throws Exception {
        Replica anna = start("anna");
        await().atMost(LONG).until(anna::leads);
        Replica ben = start("ben");
        await().atMost(LONG).until(ben::isReady);
        awaitRuns(anna);
        assertThat(runs("replica = 'ben'")).as("runs of the standby").isZero();
        assertThat(ben.get("/")).contains("<h1>anna leads</h1>", "This is ben");
        // The meter of a gate begins with the first call of its method.
        await().atMost(LONG).until(() -> ben.get("/actuator/metrics/baton.gate.suppressed")
                .startsWith("200"));

        // The first replica of a rolling restart stops under load: its run ends, then it releases, then ben begins.
        anna.terminate();
        await().atMost(LONG).until(ben::leads);
        awaitRuns(ben);
        assertThat(history(ben)).as("released, and not expired").contains("\"reason\":\"shut_down\"");
        Replica next = start("next");
        await().atMost(LONG).until(next::isReady);
        // A transfer needs its target on the roster, where a replica is shortly after it is ready.
        await().atMost(LONG).until(() -> history(ben).contains("\"instance_id\":\"next\""));

        assertThat(ben.post("/actuator/baton/nightly/transfer/next")).startsWith("202");
        await().atMost(LONG).until(next::leads);
        awaitRuns(next);
        assertThat(history(next)).contains("\"reason\":\"transferred\"");

        next.close();
        await().atMost(LONG).until(ben::leads);
        long before = runs("replica = 'ben'");
        await().atMost(LONG).until(() -> runs("replica = 'ben'") >= before + 5);
        assertThat(history(ben)).as("takeover by evidence").contains("\"reason\":\"session_closed\"");

        long overlaps = server.number(
                database,
                "SELECT count(*) FROM report a JOIN report b ON b.id > a.id"
                        + " WHERE b.began < coalesce(a.ended, a.began)");
        assertThat(overlaps).as("overlapping runs").isZero();
        assertThat(runs("ended IS NULL")).as("runs that only the crash cut off").isLessThanOrEqualTo(2);
        long epochs = server.number(database, "SELECT count(DISTINCT epoch) FROM report");
        assertThat(epochs).isEqualTo(4);
    }
}
