package dev.baton.node.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.BatonClock;
import dev.baton.fence.StaleEpochException;
import dev.baton.node.control.LentLeadership;
import dev.baton.node.database.JobDatabase;
import dev.baton.node.database.TermWriter;
import dev.baton.node.job.JobSpec;
import dev.baton.node.proof.BatonCommand.Said;
import dev.baton.node.proof.Cluster.Answer;
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

/** Three nodes that elect their leader among themselves, with a link for each direction of each pair; jobs in PostgreSQL. */
class QuorumNodesTest {
    private static final List<String> IDS = List.of("a", "b", "c");
    private static final String JOB = "{\"name\":\"work\"}";

    @TempDir
    static Path directory;

    private static final Map<String, FaultProxy> LINKS = new TreeMap<>();
    private static final Map<String, String> ELECTIONS = new TreeMap<>();
    private static Postgres postgres;
    private static Cluster cluster;

    @BeforeAll
    static void threeNodes() throws IOException {
        postgres = new Postgres();
        cluster = new Cluster(directory);
        Path key = Files.writeString(directory.resolve("key"), "a key that nobody guesses\n");
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
            cluster.start(id, "--on", election, "--store", Postgres.url(postgres.port()), "--drain", "1");
        }
        cluster.awaitLeader();
        cluster.await(
                "three nodes",
                () -> IDS.stream().allMatch(id -> cluster.get(id, "/role").status() == 200));
    }

    @AfterAll
    static void close() {
        cluster.close();
        LINKS.values().forEach(FaultProxy::close);
        postgres.close();
    }

    /** Writes with what an earlier leader knew, straight into the ledger. */
    private static void writeUnder(long epoch) {
        try (JobDatabase ledger = JobDatabase.open(Postgres.url(postgres.port()))) {
            LentLeadership mandate = new LentLeadership(
                    "old", epoch, BatonClock.system().now().plus(Duration.ofMinutes(1)), BatonClock.system());
            new TermWriter(ledger, mandate)
                    .submit(
                            new JobSpec(
                                    "stale", Optional.empty(), List.of(), Duration.ofSeconds(1), Optional.empty(), 0),
                            Optional.empty());
        }
    }

    @Test // NODE-7, NODE-3
    void aKilledLeaderIsSucceededUnderAHigherEpochAndTheStoreRefusesTheOlder() {
        String old = cluster.awaitLeader();
        Answer before = cluster.submit("before the kill", JOB);
        assertThat(before.node()).isEqualTo(old);
        cluster.node(old).kill();
        Answer after = cluster.submit("after the kill", JOB);
        assertThat(after.node()).isNotEqualTo(old);
        assertThat(after.epoch()).isGreaterThan(before.epoch());
        assertThatThrownBy(() -> writeUnder(before.epoch()))
                .isInstanceOfSatisfying(
                        StaleEpochException.class,
                        refused -> assertThat(refused.currentEpoch()).hasValue(after.epoch()));
        cluster.start(old);
        cluster.await("it is back", () -> cluster.role(old).equals("STANDBY"));
        assertThat(postgres.judge().staleCommits()).isEmpty();
    }

    @Test // NODE-10
    void aQuorumTellsWhereTheLeaderIsAndThatTheOthersHaveToBeNamed() {
        cluster.await("the quorum names the leader", () -> {
            String leader = cluster.awaitLeader();
            Said said = BatonCommand.run(directory, Map.of(), "role", "--all", "--on", ELECTIONS.get("a"));
            return said.code() == 0
                    && said.out()
                            .contains("http://127.0.0.1:" + cluster.node(leader).port())
                    && said.out().contains("LEADER")
                    && said.err().contains("--node");
        });
        String leader = cluster.awaitLeader();
        String others = IDS.stream()
                .filter(id -> !id.equals(leader))
                .map(id -> "127.0.0.1:" + cluster.node(id).port())
                .collect(Collectors.joining(","));
        Said all = BatonCommand.run(
                directory, Map.of(), "role", "--all", "--json", "--on", ELECTIONS.get("a"), "--node", others);
        assertThat(all.out().lines()).as(all.err()).hasSize(IDS.size());
    }

    @Test // NODE-7, NODE-3
    void aLeaderThatIsCutOffFromTheOthersStopsAndOneOfThemLeads() {
        String old = cluster.awaitLeader();
        try (Clients clients = new Clients(cluster, IDS)) {
            clients.submit(Integer.MAX_VALUE);
            cluster.await("writes", () -> clients.answers().size() > 5);
            long before = cluster.get(old, "/role").number("leader_epoch");
            LINKS.forEach((link, proxy) -> {
                if (link.contains(old)) {
                    proxy.blackhole();
                }
            });
            try {
                // It reaches the store all the time, and is reached by everybody who writes.
                cluster.await("it stops", () -> cluster.role(old).equals("STANDBY"));
                assertThat(cluster.post(old, "/v1/jobs", JOB).text("error")).isEqualTo("NOT_LEADER");
                String leader = cluster.awaitLeaderOtherThan(old);
                assertThat(cluster.submit("beside the cut", JOB).node()).isEqualTo(leader);
                assertThat(cluster.get(leader, "/role").number("leader_epoch")).isGreaterThan(before);
                assertThatThrownBy(() -> writeUnder(before)).isInstanceOf(StaleEpochException.class);
            } finally {
                LINKS.values().forEach(FaultProxy::heal);
            }
            cluster.await(
                    "it follows again",
                    () -> IDS.contains(cluster.get(old, "/role").text("leader_id")));
            clients.finish();
            LedgerJudge judge = postgres.judge();
            assertThat(clients.history().violations()).isEmpty();
            assertThat(judge.staleCommits()).isEmpty();
            assertThat(judge.falseAnswers(clients.answers())).isEmpty();
        }
    }
}
