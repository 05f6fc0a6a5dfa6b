package dev.baton.node.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.node.proof.Cluster.Response;
import dev.baton.testkit.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes on one machine without a server: a file lock and an SQLite store. Every process is killed in turn. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ConformanceOnFilesTest {
    private static final String JOB = "{\"name\":\"work\"}";

    @TempDir
    static Path directory;

    private static Cluster cluster;
    private static RoleSampler sampler;

    @BeforeAll
    static void startNodes() {
        cluster = new Cluster(directory);
        String data = directory.resolve("data").toString();
        cluster.start("a", "--data-dir", data, "--worker", "--drain", "5");
        cluster.start("b", "--data-dir", data, "--worker", "--drain", "5");
        sampler = new RoleSampler(cluster);
        cluster.awaitLeader();
        cluster.await(
                "both nodes respond",
                () -> cluster.get("a", "/role").status() == 200
                        && cluster.get("b", "/role").status() == 200);
    }

    @AfterAll
    static void close() {
        sampler.close();
        cluster.close();
    }

    private static Response leased(String leader, String ttl) {
        return cluster.post(leader, "/v1/leases", "{\"agent_name\":\"w\",\"ttl_s\":" + ttl + "}");
    }

    private static String result(Response lease, String more) {
        Map<?, ?> job = (Map<?, ?>) lease.body().get("job");
        return "{\"job_id\":\"" + job.get("id") + "\",\"lease_id\":\"" + lease.text("lease_id") + "\",\"job_epoch\":"
                + lease.number("job_epoch") + ",\"status\":\"succeeded\"" + more + "}";
    }

    @Test // NODE-11 (1), NODE-6
    @Order(1)
    void standbyRefusesWritesAndNamesTheLeader() {
        String leader = cluster.awaitLeader();
        String standby = cluster.other(leader);
        cluster.await(
                "the standby knows the leader",
                () -> cluster.get(standby, "/role").text("leader_id").equals(leader));
        for (String path : List.of("/v1/jobs", "/v1/leases", "/v1/results")) {
            Response answer = cluster.post(standby, path, JOB);
            assertThat(answer.status()).isEqualTo(409);
            assertThat(answer.body().keySet())
                    .containsExactlyInAnyOrder("error", "leader_id", "leader_url", "leader_epoch", "node_id", "role");
            assertThat(answer.text("error")).isEqualTo("NOT_LEADER");
            assertThat(answer.text("leader_url")).isEqualTo(cluster.node(leader).url());
            assertThat(answer.text("role")).isEqualTo("STANDBY");
        }
        assertThat(cluster.post(leader, "/v1/jobs", JOB).status()).isEqualTo(201);
        assertThat(cluster.get(standby, "/v1/jobs").status()).isEqualTo(200);
        cluster.post(leader, "/v1/results", result(leased(leader, "30"), ""));
    }

    @Test // NODE-11 (2), NODE-2
    @Order(2)
    void onlyOneNodeLeadsAndASecondNodeWithTheSameIdIsRefused() {
        String leader = cluster.awaitLeader();
        assertThat(cluster.role(cluster.other(leader))).isEqualTo("STANDBY");
        NodeProcess second = NodeProcess.start(
                directory,
                "a",
                FreePort.next(),
                "--data-dir",
                directory.resolve("data").toString());
        assertThat(second.exitCode()).isEqualTo(2);
        assertThat(second.log())
                .contains("node id a is already in use")
                .contains(cluster.node("a").url());
        assertThat(cluster.awaitLeader()).isEqualTo(leader);
    }

    @Test // NODE-11 (5), NODE-8
    @Order(3)
    void staleJobEpochIsRefused() {
        String leader = cluster.awaitLeader();
        cluster.post(leader, "/v1/jobs", JOB);
        Response expired = leased(leader, "0.3");
        assertThat(expired.status()).isEqualTo(200);
        Response next = cluster.post(leader, "/v1/leases", "{\"agent_name\":\"w2\",\"wait_s\":7}");
        assertThat(next.number("job_epoch")).isEqualTo(expired.number("job_epoch") + 1);
        Response refused = cluster.post(leader, "/v1/results", result(expired, ""));
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("error")).isEqualTo("STALE_EPOCH");
        assertThat(cluster.post(leader, "/v1/results", result(next, "")).status())
                .isEqualTo(200);
    }

    @Test // NODE-11 (3), NODE-11 (4), NODE-9
    @Order(4)
    void leaderEpochGrowsWithEveryLeaderAndAnOldEpochCommitsNothing() {
        String old = cluster.awaitLeader();
        long before = cluster.get(old, "/role").number("leader_epoch");
        cluster.post(old, "/v1/jobs", JOB);
        Response lease = leased(old, "30");
        assertThat(lease.status()).isEqualTo(200);
        assertThat(cluster.post(old, "/v1/drain", "{\"grace_s\":0}").status()).isEqualTo(202);
        String leader = cluster.awaitLeaderOtherThan(old);
        long after = cluster.get(leader, "/role").number("leader_epoch");
        assertThat(after).isGreaterThan(before);
        assertThat(cluster.post(old, "/v1/results", result(lease, "")).text("error"))
                .isEqualTo("NOT_LEADER");
        Response stale = cluster.post(leader, "/v1/results", result(lease, ",\"leader_epoch\":" + before));
        assertThat(stale.status()).isEqualTo(409);
        assertThat(stale.text("error")).isEqualTo("STALE_EPOCH");
        assertThat(stale.number("leader_epoch")).isEqualTo(after);
        assertThat(cluster.post(leader, "/v1/results", result(lease, "")).status())
                .isEqualTo(200);
    }

    @Test // NODE-10, NODE-1
    @Order(5)
    void workerOfTheStandbyRunsCommands() {
        Response created = cluster.submit(
                "command", "{\"name\":\"hello\",\"command\":[\"sh\",\"-c\",\"echo $BATON_JOB_NAME; exit 3\"]}");
        String id = created.text("id");
        cluster.await(
                "the job failed",
                () -> cluster.get("a", "/v1/jobs/" + id).text("state").equals("failed"));
        Response job = cluster.get("b", "/v1/jobs/" + id);
        assertThat(job.number("exit_code")).isEqualTo(3);
        assertThat(job.text("output")).isEqualTo("hello\n");
        assertThat(job.text("agent_name")).isEqualTo(cluster.other(cluster.awaitLeader()) + "-worker");
    }

    @Test // NODE-1, NODE-3
    @Order(6)
    void standbyTakesOverAndChildrenDieWhenLeaderIsKilled() {
        String old = cluster.awaitLeader();
        long before = cluster.get(old, "/role").number("leader_epoch");
        ProcessHandle controller = cluster.node(old).child("controller").orElseThrow();
        System.out.println("measured: a frozen controller was dead "
                + cluster.node(old).millisFromKillToDeathOf(controller) + " ms after kill -9 of its supervisor");
        String leader = cluster.awaitLeaderOtherThan(old);
        assertThat(cluster.get(leader, "/role").number("leader_epoch")).isGreaterThan(before);
        assertThat(cluster.post(leader, "/v1/jobs", JOB).status()).isEqualTo(201);
        assertThat(cluster.post(leader, "/v1/results", result(leased(leader, "30"), ""))
                        .status())
                .isEqualTo(200);
        cluster.start(old);
        cluster.await("the node runs again", () -> cluster.role(old).equals("STANDBY"));
        assertThat(cluster.post(old, "/v1/jobs", JOB).text("error")).isEqualTo("NOT_LEADER");
    }

    @Test // NODE-1
    @Order(7)
    void killedControllerIsRestartedAndWritesContinue() {
        String leader = cluster.awaitLeader();
        long before = cluster.get(leader, "/role").number("leader_epoch");
        long pid = cluster.node(leader).child("controller").orElseThrow().pid();
        NodeProcess.signal("KILL", pid);
        Response created = cluster.submit("after the controller", JOB);
        assertThat(created.number("leader_epoch")).isGreaterThan(before);
        cluster.await(
                "another controller",
                () -> cluster.node(leader)
                        .child("controller")
                        .filter(child -> child.pid() != pid)
                        .isPresent());
        cluster.await(
                "the controller responds", () -> cluster.get(leader, "/role").status() == 200);
    }

    @Test // NODE-1
    @Order(8)
    void killedWorkerIsRestarted() {
        String standby = cluster.other(cluster.awaitLeader());
        cluster.await("a worker", () -> cluster.node(standby).child("agent").isPresent());
        long pid = cluster.node(standby).child("agent").orElseThrow().pid();
        NodeProcess.signal("KILL", pid);
        cluster.await(
                "another worker",
                () -> cluster.node(standby)
                        .child("agent")
                        .filter(child -> child.pid() != pid)
                        .isPresent());
    }

    @Test // NODE-1
    @Order(9)
    void workerAndItsCommandDieWhenStandbyIsKilled() {
        String standby = cluster.other(cluster.awaitLeader());
        Path started = directory.resolve("command");
        String script = "touch " + started + "; sleep 1000";
        Response created =
                cluster.submit("endless", "{\"name\":\"endless\",\"command\":[\"sh\",\"-c\",\"" + script + "\"]}");
        cluster.await("the command runs", () -> Files.exists(started));
        ProcessHandle worker = cluster.node(standby).child("agent").orElseThrow();
        ProcessHandle command = shellWith(script);
        System.out.println("measured: a frozen worker and its command were dead "
                + cluster.node(standby).millisFromKillToDeathOf(worker, command)
                + " ms after kill -9 of their supervisor");
        cluster.post(cluster.awaitLeader(), "/v1/jobs/" + created.text("id") + "/cancel", "");
        cluster.start(standby);
        cluster.await("the node runs again", () -> cluster.role(standby).equals("STANDBY"));
    }

    /** Returns the shell that runs the script. A pid that the script prints may be one of its own pid namespace. */
    private static ProcessHandle shellWith(String script) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .arguments()
                        .filter(arguments -> Arrays.equals(arguments, new String[] {"-c", script}))
                        .isPresent())
                .findFirst()
                .orElseThrow();
    }

    @Test // NODE-3
    @Order(10)
    void controllerStopsByItselfWhenItsSupervisorIsFrozen() {
        String old = cluster.awaitLeader();
        long before = cluster.get(old, "/role").number("leader_epoch");
        cluster.node(old).signal("STOP");
        try {
            cluster.await("the old leader is read-only", () -> cluster.role(old).equals("STANDBY"));
            assertThat(cluster.post(old, "/v1/jobs", JOB).text("error")).isEqualTo("NOT_LEADER");
            String leader = cluster.awaitLeaderOtherThan(old);
            assertThat(cluster.get(leader, "/role").number("leader_epoch")).isGreaterThan(before);
        } finally {
            cluster.node(old).signal("CONT");
        }
        cluster.await("the old leader is a standby", () -> cluster.role(old).equals("STANDBY"));
        assertThat(cluster.submit("after the freeze", JOB).status()).isEqualTo(201);
    }

    @Test // NODE-3
    @Order(11)
    void leaderEpochGrowsEvenIfTheLockDirectoryIsDeleted() throws IOException {
        long before = cluster.get(cluster.awaitLeader(), "/role").number("leader_epoch");
        cluster.node("a").kill();
        cluster.node("b").kill();
        delete(directory.resolve("data").resolve("lock"));
        cluster.start("a");
        cluster.start("b");
        Response created = cluster.submit("after the loss", JOB);
        assertThat(created.number("leader_epoch")).isGreaterThan(before);
    }

    private static void delete(Path tree) throws IOException {
        try (Stream<Path> all = Files.walk(tree)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }

    @Test // NODE-2, NODE-3
    @Order(12)
    void noNodeIsLeaderAndWorkerAtTheSameTime() {
        cluster.await("a worker beside a leader", () -> sampler.workerSamples() > 0);
        assertThat(sampler.leaderSamples()).isGreaterThan(20);
        assertThat(sampler.violations()).isEmpty();
    }

    @Test // NODE-9
    @Order(13)
    void nodeDrainsOnTermAndLeavesNoProcess() {
        String leader = cluster.awaitLeader();
        NodeProcess node = cluster.node(leader);
        ProcessHandle controller = node.child("controller").orElseThrow();
        node.signal("TERM");
        assertThat(node.exitCode()).isZero();
        assertThat(node.log()).contains("draining");
        cluster.await("the controller has ended", () -> !controller.isAlive());
        assertThat(Optional.of(cluster.awaitLeaderOtherThan(leader))).isPresent();
    }
}
