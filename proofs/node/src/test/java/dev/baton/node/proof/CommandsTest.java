package dev.baton.node.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.node.proof.BatonCommand.Output;
import dev.baton.support.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands for users, with a token and through a standby. */
class CommandsTest {
    @TempDir
    static Path directory;

    private static Cluster cluster;
    private static Path token;

    @BeforeAll
    static void startNodes() throws IOException {
        token = Files.writeString(directory.resolve("token"), "very-s3cret\n");
        cluster = new Cluster(directory);
        String data = directory.resolve("data").toString();
        for (String id : List.of("a", "b")) {
            cluster.start(id, "--data-dir", data, "--worker", "--drain", "1", "--token-file", token.toString());
        }
        cluster.awaitLeader();
        cluster.await(
                "both nodes respond",
                () -> cluster.get("a", "/role").status() == 200
                        && cluster.get("b", "/role").status() == 200);
    }

    @AfterAll
    static void close() {
        cluster.close();
    }

    private static Output baton(String... args) {
        return BatonCommand.run(directory, Map.of("BATON_TOKEN_FILE", token.toString()), args);
    }

    @Test // NODE-10, NODE-5
    void usersSubmitShowAndCancelJobsThroughAnyNode() {
        String leader = cluster.awaitLeader();
        String standby = cluster.node(cluster.other(leader)).url();
        Output created = baton(
                "jobs", "submit", "hello", "--node", standby, "--json", "--", "sh", "-c", "echo hi; echo there >&2");
        assertThat(created.code()).as(created.err()).isZero();
        String id = String.valueOf(Json.parseObject(created.out()).get("id"));
        cluster.await(
                "the job succeeded",
                () -> cluster.get("a", "/v1/jobs/" + id).text("state").equals("succeeded"));
        assertThat(baton("jobs", "show", id, "--node", standby).out())
                .contains("succeeded")
                .contains("hi\nthere");
        assertThat(baton("jobs", "list", "--node", standby, "--state", "succeeded")
                        .out())
                .contains(id);

        Output waiting = baton("jobs", "submit", "waits", "--node", standby, "--payload", "{\"n\":1}", "--json");
        String other = String.valueOf(Json.parseObject(waiting.out()).get("id"));
        assertThat(baton("jobs", "cancel", other, "--node", standby).out()).contains("cancelled");
        assertThat(baton("jobs", "show", "none", "--node", standby).code()).isEqualTo(1);
        assertThat(baton("jobs", "submit", "x", "--node", standby, "--payload", "{")
                        .code())
                .isEqualTo(2);

        Output agents = baton("agents", "list", "--node", standby);
        assertThat(agents.out()).contains(cluster.other(leader) + "-worker");
        assertThat(baton("agents", "delete", "unknown", "--node", standby).code())
                .isEqualTo(1);
    }

    @Test // NODE-10
    void everyCommandAboutAJobWorksThroughAStandby() {
        String leader = cluster.awaitLeader();
        String standby = cluster.node(cluster.other(leader)).url();
        Output waited = baton(
                "jobs",
                "submit",
                "fails",
                "--node",
                standby,
                "--wait",
                "--follow",
                "--",
                "sh",
                "-c",
                "echo out; exit 5");
        assertThat(waited.code()).as(waited.err()).isEqualTo(5);
        assertThat(waited.out()).isEqualTo("out\n");
        String id = waited.err().replaceAll("(?s).*job ([0-9a-f-]{36}).*", "$1");
        assertThat(baton("jobs", "logs", id, "--node", standby).out()).isEqualTo("out\n");
        assertThat(baton("jobs", "retry", id, "--node", standby).code()).isZero();
        cluster.await(
                "the job has failed again",
                () -> cluster.get("a", "/v1/jobs/" + id).number("job_epoch") == 2
                        && cluster.get("a", "/v1/jobs/" + id).text("state").equals("failed"));
        assertThat(baton("jobs", "delete", id, "--node", standby).out()).contains("deleted");
        assertThat(baton("jobs", "show", id, "--node", standby).code()).isEqualTo(1);
        assertThat(baton("role", "--node", standby).out()).contains("STANDBY", leader);
    }

    @Test // NODE-5
    void replacedTokenIsUsedByNodesWorkersAndCommandsWithoutARestart() throws IOException {
        String leader = cluster.awaitLeader();
        String path = "/v1/jobs/none/cancel";
        String old = "Bearer " + Files.readString(token).strip();
        assertThat(cluster.post(leader, path, "", "Authorization", old).status())
                .isEqualTo(404);
        Files.writeString(token, "another-s3cret-" + System.nanoTime() + "\n");
        cluster.await(
                "the old token is refused",
                () -> cluster.post(leader, path, "", "Authorization", old).status() == 401);
        String standby = cluster.node(cluster.other(leader)).url();
        Output done = baton("jobs", "submit", "x", "--node", standby, "--wait", "--", "true");
        assertThat(done.code()).as(done.err()).isZero();
    }

    @Test // NODE-2, NODE-9
    void usersSeeTheRolesAndDrainTheLeader() {
        String leader = cluster.awaitLeader();
        String standby = cluster.other(leader);
        String both = cluster.node("a").url() + "," + cluster.node("b").url();
        Output roles = baton("role", "--all", "--on", "file:" + directory.resolve("data/lock"));
        assertThat(roles.code()).as(roles.err()).isZero();
        assertThat(roles.out())
                .contains("LEADER")
                .contains("STANDBY")
                .contains(cluster.node(standby).url());
        Output unknown = baton("drain", "nobody", "--node", cluster.node(leader).url());
        assertThat(unknown.code()).isEqualTo(1);
        assertThat(unknown.err()).contains("nobody does not lead (" + leader, "add it to --node");
        checkStandbyDrain(leader, standby, both);
        Output drained = baton("drain", leader, "--node", both, "--grace", "0");
        assertThat(drained.out()).isEqualTo("draining\n");
        cluster.awaitLeaderOtherThan(leader);
    }

    /** A drained standby runs no jobs and does not lead until the drain is cancelled. */
    private static void checkStandbyDrain(String leader, String standby, String both) {
        // Through another node, which finds its URL.
        assertThat(baton("drain", standby, "--node", cluster.node(leader).url()).out())
                .isEqualTo("draining\n");
        cluster.await(
                "the worker has ended",
                () -> cluster.node(standby).child("agent").isEmpty());
        cluster.await(
                "the standby is drained", () -> cluster.get(standby, "/readyz").status() == 503);
        assertThat(baton("drain", leader, "--node", both, "--grace", "0").out()).isEqualTo("draining\n");
        long epoch = cluster.get(leader, "/role").number("leader_epoch");
        cluster.await(
                "the same node leads again",
                () -> cluster.role(leader).equals("LEADER")
                        && cluster.get(leader, "/role").number("leader_epoch") > epoch);
        assertThat(baton("drain", standby, "--node", cluster.node(leader).url(), "--cancel")
                        .out())
                .isEqualTo("cancelled\n");
        cluster.await(
                "the worker runs again",
                () -> cluster.node(standby).child("agent").isPresent());
    }

    @Test // NODE-5
    void nodeOffLoopbackNeedsAToken() {
        Output unprotected = BatonCommand.run(
                directory, Map.of("BATON_TOKEN_FILE", ""), "node", "--id", "x", "--listen", "0.0.0.0:1");
        assertThat(unprotected.code()).isEqualTo(2);
        assertThat(unprotected.err()).contains("--token-file");
        assertThat(cluster.logs()).doesNotContain("s3cret", "Javalin");
    }
}
