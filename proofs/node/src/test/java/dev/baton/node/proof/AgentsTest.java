package dev.baton.node.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.node.proof.Cluster.Answer;
import dev.baton.support.json.Json;
import dev.baton.testkit.FaultProxy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes that reach each other, and are reached by agents, through a network that can be cut. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class AgentsTest {
    @TempDir
    static Path directory;

    private static final Map<String, FaultProxy> NETWORK = new HashMap<>();
    private static Cluster cluster;

    @BeforeAll
    static void twoNodes() {
        cluster = new Cluster(directory);
        for (String id : List.of("a", "b")) {
            FaultProxy proxy = FaultProxy.to("127.0.0.1", cluster.port(id));
            NETWORK.put(id, proxy);
            cluster.start(
                    id,
                    "--data-dir",
                    directory.resolve("data").toString(),
                    "--worker",
                    "--drain",
                    "1",
                    "--advertise",
                    "http://127.0.0.1:" + proxy.port());
        }
        cluster.awaitLeader();
        cluster.await(
                "a worker",
                () -> cluster.leader()
                        .flatMap(leader -> cluster.node(cluster.other(leader)).child("agent"))
                        .isPresent());
    }

    @AfterAll
    static void close() {
        cluster.close();
        NETWORK.values().forEach(FaultProxy::close);
    }

    /** A job of these lines of a shell; its id. */
    private static String submitted(String leader, String more, String... lines) {
        String body = "{\"name\":\"work\",\"command\":"
                + Json.write(List.of("sh", "-c", "cd " + directory + "\n" + String.join("\n", lines))) + more + "}";
        Answer made = cluster.post(leader, "/v1/jobs", body);
        assertThat(made.status()).isEqualTo(201);
        return made.text("id");
    }

    private static Answer job(String id) {
        return cluster.get(cluster.awaitLeader(), "/v1/jobs/" + id);
    }

    private static void awaitState(String id, String state) {
        cluster.await(id + " is " + state, () -> job(id).text("state").equals(state));
    }

    private static boolean lives(String pid) {
        return ProcessHandle.of(Long.parseLong(pid))
                .filter(ProcessHandle::isAlive)
                .isPresent();
    }

    private static void checkEndedOnce(String id) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("data/node.db"))) {
            LedgerJudge judge = new LedgerJudge(connection);
            assertThat(judge.notEndedOnce(List.of(id))).isEmpty();
            assertThat(judge.staleCommits()).isEmpty();
        }
    }

    @Test // NODE-10, NODE-8
    @Order(1)
    void aCommandThatTakesTooLongIsEndedWithAllItStartedAndFailsOnce() throws IOException, SQLException {
        String id = submitted(
                cluster.awaitLeader(),
                ",\"timeout_s\":1",
                "sleep 1000 & echo $! > child",
                "trap '' TERM",
                "echo $$ > parent; echo started",
                "while :; do sleep 1000; done");
        awaitState(id, "failed");
        Answer job = job(id);
        assertThat(job.number("exit_code")).isEqualTo(124);
        assertThat(job.text("output")).isEqualTo("started\n");
        assertThat(job.number("attempt")).isEqualTo(1);
        for (String file : List.of("parent", "child")) {
            String pid = Files.readString(directory.resolve(file)).strip();
            assertThat(lives(pid)).as(file).isFalse();
        }
        checkEndedOnce(id);
    }

    @Test // NODE-8, NODE-10, NODE-3
    @Order(2)
    void aLeaderThatIsCutOffFromItsStandbyAndFromAgentsGoesOnAndTheirJobsAreDoneOnce()
            throws IOException, SQLException {
        String leader = cluster.awaitLeader();
        String standby = cluster.other(leader);
        long epoch = cluster.get(leader, "/role").number("leader_epoch");
        String kept = submitted(leader, "", "until [ -e cut ]; do sleep 0.05; done; echo kept >> kept");
        awaitState(kept, "leased");
        assertThat(job(kept).text("agent_name")).isEqualTo(standby + "-worker");
        String through = "http://127.0.0.1:" + NETWORK.get(standby).port();
        AgentProcess far = new AgentProcess(directory, "far", "--node", through, "--ttl", "3", "--poll", "2");
        try (far) {
            // Whoever comes second tells whether the first is still there.
            String lost = submitted(
                    leader,
                    "",
                    "if [ -e first ]; then kill -0 $(cat first) 2>/dev/null && echo two; exit 0; fi",
                    "echo $$ > first; echo one",
                    "while :; do sleep 1000; done");
            awaitState(lost, "leased");
            assertThat(job(lost).text("agent_name")).isEqualTo("far");
            cluster.await("it runs", () -> Files.exists(directory.resolve("first")));
            NETWORK.get(leader).blackhole();
            try {
                Files.createFile(directory.resolve("cut"));
                checkDoneBeside(leader, lost);
                cluster.await("the standby's job is done", () -> Files.exists(directory.resolve("kept")));
                assertThat(job(kept).text("state")).isEqualTo("leased");
                assertThat(cluster.role(leader)).isEqualTo("LEADER");
                assertThat(cluster.role(standby)).isEqualTo("STANDBY");
            } finally {
                NETWORK.get(leader).heal();
            }
            awaitState(kept, "succeeded");
            assertThat(job(kept).number("job_epoch")).isEqualTo(1);
            assertThat(cluster.get(leader, "/role").number("leader_epoch")).isEqualTo(epoch);
            checkEndedOnce(lost);
            checkEndedOnce(kept);
        }
    }

    /** An agent on the leader's side gets the job that another one can say nothing of any more, after that has ended it. */
    private static void checkDoneBeside(String leader, String lost) {
        AgentProcess near = new AgentProcess(
                directory, "near", "--poll", "1", "--node", cluster.node(leader).url());
        try (near) {
            awaitState(lost, "succeeded");
            assertThat(job(lost).number("job_epoch")).isEqualTo(2);
            assertThat(job(lost).text("agent_name")).isEqualTo("near");
            assertThat(job(lost).text("output")).isEmpty();
        }
    }
}
