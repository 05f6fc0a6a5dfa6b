package dev.baton.node.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.BatonClock;
import dev.baton.fence.StaleEpochException;
import dev.baton.node.database.JobDatabase;
import dev.baton.node.database.TermWriter;
import dev.baton.node.deadline.DeadlineLeadership;
import dev.baton.node.job.JobSpec;
import dev.baton.node.proof.BatonCommand.Output;
import dev.baton.node.proof.Cluster.Response;
import dev.baton.testkit.FaultProxy;
import dev.baton.testkit.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three nodes with a quorum, connected through a proxy for each direction of each pair; jobs in PostgreSQL. */
class QuorumNodesTest {
    private static final List<String> IDS = List.of("a", "b", "c");
    private static final String JOB = "{\"name\":\"work\"}";

    @TempDir
    static Path directory;

    private static final Map<String, FaultProxy> LINKS = new TreeMap<>();
    private static final Map<String, String> ELECTIONS = new TreeMap<>();
    private static ProofPostgres postgres;
    private static Cluster cluster;

    @BeforeAll
    static void startNodes() throws IOException {
        postgres = new ProofPostgres();
        cluster = new Cluster(directory);
        Path key = Files.writeString(directory.resolve("key"), "a secret key for this test\n");
        Map<String, Integer> ports = new TreeMap<>();
        IDS.forEach(id -> ports.put(id, FreePort.next()));
        for (String from : IDS) {
            for (String to : IDS) {
                if (!from.equals(to)) {
                    LINKS.put(from + ">" + to, FaultProxy.to("127.0.0.1", ports.get(to)));
                }
            }
        }
        for (String id : IDS) {
            String peers = IDS.stream()
                    .filter(peer -> !peer.equals(id))
                    .map(peer ->
                            peer + "@127.0.0.1:" + LINKS.get(id + ">" + peer).port())
                    .collect(Collectors.joining(","));
            String election = "quorum://" + id + "@127.0.0.1:" + ports.get(id) + "?peers=" + peers + "&state="
                    + directory.resolve("state-" + id) + "&key-file=" + key + "&heartbeat=300ms&lease=3s";
            ELECTIONS.put(id, election);
            cluster.start(id, "--on", election, "--store", ProofPostgres.url(postgres.port()), "--drain", "1");
        }
        cluster.awaitLeader();
        cluster.await(
                "all nodes respond",
                () -> IDS.stream().allMatch(id -> cluster.get(id, "/role").status() == 200));
    }

    @AfterAll
    static void close() {
        cluster.close();
        LINKS.values().forEach(FaultProxy::close);
        postgres.close();
    }

    /** Writes to the database under an old epoch. */
    private static void writeUnder(long epoch) {
        try (JobDatabase database = JobDatabase.open(ProofPostgres.url(postgres.port()))) {
            DeadlineLeadership leadership = new DeadlineLeadership(
                    JobDatabase.ELECTION,
                    "old",
                    epoch,
                    BatonClock.system().now().plus(Duration.ofMinutes(1)),
                    BatonClock.system());
            new TermWriter(database, leadership)
                    .submit(
                            new JobSpec(
                                    "stale", Optional.empty(), List.of(), Duration.ofSeconds(1), Optional.empty(), 0),
                            Optional.empty());
        }
    }

    @Test // NODE-9, NODE-10
    void anyNodeKnowsTheUrlOfANodeToDrain() {
        String leader = cluster.awaitLeader();
        List<String> standbys = IDS.stream().filter(id -> !id.equals(leader)).toList();
        String body = "{\"node_id\":\"" + standbys.get(1) + "\"}";
        cluster.await(
                "its URL is known",
                () -> cluster.post(standbys.get(0), "/v1/drain", body)
                        .text("node_url")
                        .equals(cluster.node(standbys.get(1)).url()));
        assertThat(cluster.post(leader, "/v1/drain", "{\"node_id\":\"nobody\"}").body())
                .containsEntry("error", "CONFLICT")
                .containsEntry("node_url", null);
    }

    @Test // NODE-7, NODE-3
    void nextLeaderHasAHigherEpochAndTheStoreRefusesTheOldOne() {
        String old = cluster.awaitLeader();
        Response before = cluster.submit("before the kill", JOB);
        assertThat(before.node()).isEqualTo(old);
        cluster.node(old).kill();
        Response after = cluster.submit("after the kill", JOB);
        assertThat(after.node()).isNotEqualTo(old);
        assertThat(after.epoch()).isGreaterThan(before.epoch());
        assertThatThrownBy(() -> writeUnder(before.epoch()))
                .isInstanceOfSatisfying(
                        StaleEpochException.class,
                        refused -> assertThat(refused.currentEpoch()).hasValue(after.epoch()));
        cluster.start(old);
        cluster.await("the node runs again", () -> cluster.role(old).equals("STANDBY"));
        assertThat(postgres.audit().staleCommits()).isEmpty();
    }

    @Test // NODE-10
    void roleCommandFindsTheLeaderThroughTheQuorumAndOthersByUrl() {
        cluster.await("the quorum names the leader", () -> {
            String leader = cluster.awaitLeader();
            Output output = BatonCommand.run(directory, Map.of(), "role", "--all", "--on", ELECTIONS.get("a"));
            return output.code() == 0
                    && output.out()
                            .contains("http://127.0.0.1:" + cluster.node(leader).port())
                    && output.out().contains("LEADER")
                    && output.err().contains("--node");
        });
        String leader = cluster.awaitLeader();
        String others = IDS.stream()
                .filter(id -> !id.equals(leader))
                .map(id -> "127.0.0.1:" + cluster.node(id).port())
                .collect(Collectors.joining(","));
        Output all = BatonCommand.run(
                directory, Map.of(), "role", "--all", "--json", "--on", ELECTIONS.get("a"), "--node", others);
        assertThat(all.out().lines()).as(all.err()).hasSize(IDS.size());
    }

    @Test // NODE-7, NODE-3
    void isolatedLeaderStopsAndAnotherNodeLeads() {
        String old = cluster.awaitLeader();
        try (RecordingClients clients = new RecordingClients(cluster, IDS)) {
            clients.submit(Integer.MAX_VALUE);
            cluster.await("writes", () -> clients.acceptedWrites().size() > 5);
            long before = cluster.get(old, "/role").number("leader_epoch");
            LINKS.forEach((link, proxy) -> {
                if (link.contains(old)) {
                    proxy.blackhole();
                }
            });
            try {
                // The old leader still reaches the store, and clients still reach it.
                cluster.await(
                        "the old leader is a standby", () -> cluster.role(old).equals("STANDBY"));
                assertThat(cluster.post(old, "/v1/jobs", JOB).text("error")).isEqualTo("NOT_LEADER");
                String leader = cluster.awaitLeaderOtherThan(old);
                assertThat(cluster.submit("during the partition", JOB).node()).isEqualTo(leader);
                assertThat(cluster.get(leader, "/role").number("leader_epoch")).isGreaterThan(before);
                assertThatThrownBy(() -> writeUnder(before)).isInstanceOf(StaleEpochException.class);
            } finally {
                LINKS.values().forEach(FaultProxy::heal);
            }
            cluster.await(
                    "the old leader knows the new one",
                    () -> IDS.contains(cluster.get(old, "/role").text("leader_id")));
            clients.stop();
            DatabaseAudit audit = postgres.audit();
            assertThat(clients.history().violations()).isEmpty();
            assertThat(audit.staleCommits()).isEmpty();
            assertThat(audit.falseResponses(clients.acceptedWrites())).isEmpty();
        }
    }
}
