package dev.baton.node.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.node.proof.Cluster.Response;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What drains and restarts of nodes do to the jobs of their workers, and how drains are changed. */
class NodeRestartsTest {
    @TempDir
    static Path directory;

    private static Cluster cluster;

    @BeforeAll
    static void startNodes() {
        cluster = new Cluster(directory);
        for (String id : List.of("a", "b")) {
            cluster.start(id, "--data-dir", directory.resolve("data").toString(), "--worker", "--drain", "1");
        }
        cluster.awaitLeader();
    }

    @AfterAll
    static void close() {
        cluster.close();
    }

    private static Response job(String id) {
        return cluster.get(cluster.awaitLeader(), "/v1/jobs/" + id);
    }

    /** Waits until the worker of this node runs the job. */
    private static void awaitRunBy(String node, String id) {
        cluster.await(
                "the worker of " + node + " runs the job",
                () -> job(id).text("state").equals("leased")
                        && job(id).text("agent_name").equals(node + "-worker"));
    }

    @Test // NODE-8, NODE-9
    void restartAndPromotionOfANodeUseNoAttemptOfItsJobs() throws IOException {
        String leader = cluster.awaitLeader();
        String standby = cluster.other(leader);
        Path end = directory.resolve("end");
        String id = submitUntil(end);
        awaitRunBy(standby, id);
        cluster.node(standby).signal("TERM");
        assertThat(cluster.node(standby).exitCode()).isZero();
        assertThat(job(id).body()).containsEntry("state", "queued").containsEntry("attempt", 0L);
        cluster.start(standby);
        awaitRunBy(standby, id);
        // The standby becomes leader, which ends its worker.
        cluster.await(
                "the leader drains",
                () -> cluster.post(leader, "/v1/drain", "{\"grace_s\":0}").isOk());
        assertThat(cluster.awaitLeaderOtherThan(leader)).isEqualTo(standby);
        awaitRunBy(leader, id);
        assertThat(job(id).number("attempt")).isEqualTo(1);
        Files.createFile(end);
        cluster.await("the job succeeds", () -> job(id).text("state").equals("succeeded"));
        assertThat(job(id).number("attempt")).isEqualTo(1);
        assertThat(job(id).number("job_epoch")).isGreaterThanOrEqualTo(3);
    }

    /** Submits a job for a worker that has one attempt and runs until the file exists. Returns its id. */
    private static String submitUntil(Path end) {
        String script = "until [ -e " + end + " ]; do sleep 0.05; done";
        String body = "{\"name\":\"until\",\"max_attempts\":1,\"command\":[\"sh\",\"-c\",\"" + script + "\"]}";
        return cluster.submit(end.getFileName().toString(), body).text("id");
    }

    private static void sendDrain(String method, String node, String body) {
        String url = cluster.node(node).url() + "/v1/drain";
        cluster.await(method + " " + url, () -> Cluster.send(method, url, body).isOk());
    }

    private static void awaitNoWorker(String node) {
        cluster.await(
                "the worker of " + node + " has ended",
                () -> cluster.node(node).child("agent").isEmpty());
    }

    @Test // NODE-8, NODE-9
    void drainedStandbyLetsItsWorkerEndItsJobAndGivesItBackOnlyAfterTheGrace() throws IOException {
        String leader = cluster.awaitLeader();
        String standby = cluster.other(leader);
        String node = "{\"node_id\":\"" + standby + "\"}";
        Path end = directory.resolve("end-during-drain");
        String ended = submitUntil(end);
        awaitRunBy(standby, ended);
        sendDrain("POST", standby, "{\"node_id\":\"" + standby + "\",\"grace_s\":3600}");
        cluster.await(
                "the standby is drained", () -> cluster.get(standby, "/readyz").status() == 503);
        assertThat(job(ended).text("state")).isEqualTo("leased");
        Files.createFile(end);
        cluster.await("the job succeeds", () -> job(ended).text("state").equals("succeeded"));
        assertThat(job(ended).body()).containsEntry("attempt", 1L).containsEntry("job_epoch", 1L);
        awaitNoWorker(standby);
        sendDrain("DELETE", standby, node);

        String rest = submitUntil(directory.resolve("never"));
        awaitRunBy(standby, rest);
        sendDrain("POST", standby, "{\"node_id\":\"" + standby + "\",\"grace_s\":0}");
        awaitNoWorker(standby);
        cluster.await("the job is queued", () -> job(rest).text("state").equals("queued"));
        assertThat(job(rest).body()).containsEntry("attempt", 0L);
        assertThat(cluster.post(leader, "/v1/jobs/" + rest + "/cancel", "").isOk())
                .isTrue();
        sendDrain("DELETE", standby, node);
    }

    @Test // NODE-6, NODE-9
    void laterDrainChangesTheEarlierOneAndNoNodeNamesTheDrainingLeaderForNewJobs() {
        String leader = cluster.awaitLeader();
        String standby = cluster.other(leader);
        String job = "{\"name\":\"held\",\"requires\":[\"held\"]}";
        cluster.submit("held", job);
        Response lease =
                cluster.post(leader, "/v1/leases", "{\"agent_name\":\"h\",\"ttl_s\":600,\"labels\":[\"held\"]}");
        assertThat(lease.status()).isEqualTo(200);
        assertThat(cluster.post(leader, "/v1/drain", "{\"grace_s\":3600}").status())
                .isEqualTo(202);
        cluster.await("the standby knows that the leader drains", () -> {
            Response refused = cluster.post(standby, "/v1/jobs", job);
            return refused.text("error").equals("NOT_LEADER") && refused.body().get("leader_url") == null;
        });
        assertThat(cluster.post(leader, "/v1/jobs", job).body()).containsEntry("leader_url", null);
        assertThat(cluster.post(standby, "/v1/results", "{}").text("leader_url"))
                .as("results are accepted")
                .isEqualTo(cluster.node(leader).url());
        assertThat(cluster.role(leader)).isEqualTo("DRAINING");
        assertThat(cluster.post(leader, "/v1/drain", "{\"grace_s\":0}").status())
                .isEqualTo(202);
        assertThat(cluster.awaitLeaderOtherThan(leader)).isEqualTo(standby);
        cluster.await(
                "the new leader is named",
                () -> cluster.post(leader, "/v1/jobs", "{}")
                        .text("leader_url")
                        .equals(cluster.node(standby).url()));
        Response returned =
                cluster.post(standby, "/v1/leases/" + lease.text("lease_id") + "/release", "{\"job_epoch\":1}");
        assertThat(returned.body()).containsEntry("attempt", 0L);
    }
}
