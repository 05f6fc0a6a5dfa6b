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
        assertThat(baton("drain", standby, "--node", both).err()).contains(standby + " does not lead; " + leader);
        Output drained = baton("drain", leader, "--node", both, "--grace", "0");
        assertThat(drained.out()).isEqualTo("draining\n");
        cluster.awaitLeaderOtherThan(leader);
    }

    @Test // NODE-5
    void nodeOffLoopbackNeedsAToken() {
        Output unprotected = BatonCommand.run(
                directory, Map.of("BATON_TOKEN_FILE", ""), "node", "--id", "x", "--listen", "0.0.0.0:1");
        assertThat(unprotected.code()).isEqualTo(2);
        assertThat(unprotected.err()).contains("--token-file");
        assertThat(cluster.logs()).doesNotContain("s3cret");
    }
}
