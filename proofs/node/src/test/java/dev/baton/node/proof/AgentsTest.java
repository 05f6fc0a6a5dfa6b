package dev.baton.node.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.node.proof.Cluster.Response;
import dev.baton.support.json.Json;
import dev.baton.testkit.FaultProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
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

/** Two nodes and their agents, connected through proxies that can interrupt the connections. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class AgentsTest {
    @TempDir
    static Path directory;

    private static final Map<String, FaultProxy> PROXIES = new HashMap<>();
    private static Cluster cluster;

    @BeforeAll
    static void startNodes() {
        cluster = new Cluster(directory);
        for (String id : List.of("a", "b")) {
            FaultProxy proxy = FaultProxy.to("127.0.0.1", cluster.port(id));
            PROXIES.put(id, proxy);
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
        PROXIES.values().forEach(FaultProxy::close);
    }

    /** Submits a job with these lines of a shell script and returns its id. */
    private static String submitted(String leader, String more, String... lines) {
        String body = "{\"name\":\"work\",\"command\":" + Json.write(List.of(shell(lines))) + more + "}";
        Response created = cluster.post(leader, "/v1/jobs", body);
        assertThat(created.status()).isEqualTo(201);
        return created.text("id");
    }

    private static String[] shell(String... lines) {
        return new String[] {"sh", "-c", "cd " + directory + "\n" + String.join("\n", lines)};
    }

    private static Response job(String id) {
        return cluster.get(cluster.awaitLeader(), "/v1/jobs/" + id);
    }

    private static void awaitState(String id, String state) {
        cluster.await(id + " is " + state, () -> job(id).text("state").equals(state));
    }

    /** Returns whether a command that has locked this file, or a descendant of it, is alive. */
    private static boolean isLocked(String file) throws IOException, InterruptedException {
        Process attempt =
                new ProcessBuilder("flock", "-n", directory.resolve(file).toString(), "true").start();
        return attempt.waitFor() != 0;
    }

    private static void checkEndedOnce(String id) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("data/node.db"))) {
            DatabaseAudit audit = new DatabaseAudit(connection);
            assertThat(audit.jobsNotEndedOnce(List.of(id))).isEmpty();
            assertThat(audit.staleCommits()).isEmpty();
        }
    }

    @Test // NODE-10, NODE-8
    @Order(1)
    void commandThatTimesOutIsEndedWithItsDescendantsAndFailsOnce()
            throws IOException, InterruptedException, SQLException {
        String id = submitted(
                cluster.awaitLeader(),
                ",\"timeout_s\":1",
                "exec 9>>alive; flock -n 9",
                "sleep 1000 &",
                "trap '' TERM",
                "echo started",
                "while :; do sleep 1000; done");
        awaitState(id, "failed");
        Response job = job(id);
        assertThat(job.number("exit_code")).isEqualTo(124);
        assertThat(job.text("output")).isEqualTo("started\n");
        assertThat(job.number("attempt")).isEqualTo(1);
        assertThat(isLocked("alive")).isFalse();
        checkEndedOnce(id);
    }

    @Test // NODE-8, NODE-10, NODE-3
    @Order(2)
    void leaderStaysLeaderAndJobsEndOnceWhenAgentsCannotReachIt() throws IOException, SQLException {
        String leader = cluster.awaitLeader();
        String standby = cluster.other(leader);
        long epoch = cluster.get(leader, "/role").number("leader_epoch");
        String kept = submitted(leader, "", "until [ -e cut ]; do sleep 0.05; done; echo kept >> kept");
        awaitState(kept, "leased");
        assertThat(job(kept).text("agent_name")).isEqualTo(standby + "-worker");
        String through = "http://127.0.0.1:" + PROXIES.get(standby).port();
        AgentProcess far = new AgentProcess(directory, "far", "--node", through, "--ttl", "3", "--poll", "2");
        try (far) {
            // Every process of a run holds the lock, so the second run prints whether one of the first is still alive.
            String lost = submitted(
                    leader,
                    "",
                    "exec 9>>running; flock -n 9 || echo two; [ ! -e first ] || exit 0",
                    "echo one | tee first",
                    "while :; do sleep 1000; done");
            awaitState(lost, "leased");
            assertThat(job(lost).text("agent_name")).isEqualTo("far");
            cluster.await("the command runs", () -> Files.exists(directory.resolve("first")));
            PROXIES.get(leader).blackhole();
            try {
                Files.createFile(directory.resolve("cut"));
                checkDoneByAnotherAgent(leader, lost);
                cluster.await("the job of the standby is done", () -> Files.exists(directory.resolve("kept")));
                assertThat(job(kept).text("state")).isEqualTo("leased");
                assertThat(cluster.role(leader)).isEqualTo("LEADER");
                assertThat(cluster.role(standby)).isEqualTo("STANDBY");
            } finally {
                PROXIES.get(leader).heal();
            }
            awaitState(kept, "succeeded");
            assertThat(job(kept).number("job_epoch")).isEqualTo(1);
            assertThat(cluster.get(leader, "/role").number("leader_epoch")).isEqualTo(epoch);
            checkEndedOnce(lost);
            checkEndedOnce(kept);
            // The open request of a killed agent could get a job of the next test.
            far.terminate();
        }
    }

    @Test // NODE-8, NODE-10
    @Order(3)
    void rollingRestartOfAgentsUsesNoAttempt() throws SQLException {
        String leader = cluster.awaitLeader();
        String node = cluster.node(leader).url();
        // Only the agents of this test have the label.
        String limits = ",\"max_attempts\":1,\"requires\":[\"rolling\"]";
        String id = submitted(leader, limits, "[ -e restarted ] || sleep 1000");
        for (int i = 0; i < 2; i++) {
            AgentProcess agent = rolling(node, i);
            try (agent) {
                awaitLeasedBy(id, "rolling-" + i);
                agent.terminate();
                assertThat(job(id).text("state"))
                        .as("%s, after the agent logged %s", job(id).body(), agent.log())
                        .isEqualTo("queued");
                assertThat(job(id).number("attempt")).isZero();
            }
        }
        createFile("restarted");
        AgentProcess last = rolling(node, 2);
        try (last) {
            awaitState(id, "succeeded");
        }
        checkEndedOnce(id);
    }

    private static AgentProcess rolling(String node, int number) {
        return new AgentProcess(directory, "rolling-" + number, "--node", node, "--poll", "1", "--labels", "rolling");
    }

    /** A job can first be leased to an agent of another test that was killed while it waited for work. */
    private static void awaitLeasedBy(String id, String agent) {
        cluster.await(
                id + " is leased by " + agent,
                () -> job(id).text("state").equals("leased")
                        && job(id).text("agent_name").equals(agent));
    }

    private static void createFile(String name) {
        try {
            Files.createFile(directory.resolve(name));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** An agent that reaches the leader gets the job after the unreachable agent has ended it. */
    private static void checkDoneByAnotherAgent(String leader, String lost) {
        AgentProcess near = new AgentProcess(
                directory, "near", "--poll", "1", "--node", cluster.node(leader).url());
        try (near) {
            awaitState(lost, "succeeded");
            assertThat(job(lost).number("job_epoch")).isEqualTo(2);
            assertThat(job(lost).text("agent_name")).isEqualTo("near");
            assertThat(job(lost).text("output")).isEmpty();
            near.terminate();
        }
    }
}
