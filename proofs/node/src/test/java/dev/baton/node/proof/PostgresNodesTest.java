package dev.baton.node.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.node.proof.Cluster.Response;
import dev.baton.testkit.FaultProxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes as on several machines: election and jobs in PostgreSQL, and each node behind its own proxy. */
class PostgresNodesTest {
    private static final String JOB = "{\"name\":\"work\"}";

    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final Duration VALIDITY = PATIENCE.multipliedBy(15).dividedBy(16);

    /** The maximum delay of the next leader by a frozen write. */
    private static final Duration LONGEST_DELAY = VALIDITY.plusSeconds(2);

    @TempDir
    static Path directory;

    private static ProofPostgres postgres;
    private static FaultProxy proxyOfA;
    private static FaultProxy proxyOfB;
    private static Cluster cluster;

    @BeforeAll
    static void startNodes() {
        postgres = new ProofPostgres();
        proxyOfA = FaultProxy.to("127.0.0.1", postgres.port());
        proxyOfB = FaultProxy.to("127.0.0.1", postgres.port());
        cluster = new Cluster(directory);
        start("a", proxyOfA);
        start("b", proxyOfB);
        cluster.awaitLeader();
        cluster.await(
                "both nodes respond",
                () -> cluster.get("a", "/role").status() == 200
                        && cluster.get("b", "/role").status() == 200);
    }

    private static void start(String id, FaultProxy proxy) {
        String url = ProofPostgres.url(proxy.port());
        cluster.start(id, "--on", url + "?patience=" + PATIENCE.toMillis() + "ms", "--store", url, "--drain", "2");
    }

    @AfterAll
    static void close() {
        cluster.close();
        proxyOfA.close();
        proxyOfB.close();
        postgres.close();
    }

    private static FaultProxy proxyOf(String id) {
        return id.equals("a") ? proxyOfA : proxyOfB;
    }

    @Test // NODE-7, NODE-3
    void leaderFrozenForThreeValiditiesWritesNothingWhenItResumes() throws InterruptedException {
        String old = cluster.awaitLeader();
        try (RecordingClients clients = new RecordingClients(cluster, List.of("a", "b"))) {
            Thread submitting = clients.submit(150);
            clients.runAgent("w1", 1000);
            cluster.await("some work is done", () -> clients.history().writes().size() > 5);
            cluster.node(old).freeze();
            String leader;
            try {
                leader = awaitWritable(old);
                Awaitility.await("the new leader stays leader for three validities")
                        .during(PATIENCE.multipliedBy(3))
                        .atMost(Duration.ofMinutes(1))
                        .until(() -> cluster.role(cluster.other(old)).equals("LEADER"));
            } finally {
                cluster.node(old).signalAll("CONT");
            }
            assertThat(leader).isNotEqualTo(old);
            cluster.await("the old leader is a standby", () -> cluster.role(old).equals("STANDBY"));
            submitting.join();
            cluster.await("every job is done", () -> clients.succeededJobs() == 150);
            check(clients);
        }
    }

    /** Stops the clients and compares their responses with the database. */
    private static void check(RecordingClients clients) {
        clients.stop();
        DatabaseAudit audit = postgres.audit();
        assertThat(clients.history().violations()).isEmpty();
        assertThat(audit.staleCommits()).isEmpty();
        assertThat(audit.falseResponses(clients.acceptedWrites())).isEmpty();
        assertThat(audit.jobsNotEndedOnce(clients.acceptedJobs())).isEmpty();
    }

    /** Waits until another node accepts a write. */
    private static String awaitWritable(String old) {
        String other = cluster.other(old);
        cluster.await(
                "a write on " + other,
                () -> cluster.post(other, "/v1/jobs", JOB).status() == 201);
        return other;
    }

    @Test // FENCE-1, NODE-7
    void writesCarryTheTenureOfTheElectionThatTheNodeHolds() {
        cluster.awaitLeader();
        assertThat(cluster.submit("with a tenure", JOB).status()).isEqualTo(201);
        // The fence keeps the epoch of the term, and the id of the tenure after it.
        cluster.await(
                "the fence has the tenure of the election",
                () -> postgres.number(
                                "SELECT count(*) FROM baton_epochs e JOIN baton_fence f ON f.election = e.election"
                                        + " WHERE e.election = 'node' AND e.tenure ~ '^[0-9a-f-]{36}$'"
                                        + " AND f.tenure = f.epoch || ' ' || e.tenure")
                        == 1);
    }

    @Test // NODE-7
    void standbyTakesOverWhenLeaderCannotReachTheStore() {
        String old = cluster.awaitLeader();
        long before = cluster.get(old, "/role").number("leader_epoch");
        proxyOf(old).blackhole();
        try {
            String leader = awaitWritable(old);
            assertThat(cluster.get(leader, "/role").number("leader_epoch")).isGreaterThan(before);
            cluster.await(
                    "the old leader does not lead any more",
                    () -> !cluster.role(old).equals("LEADER"));
        } finally {
            proxyOf(old).heal();
        }
        cluster.await(
                "the old leader knows the new one",
                () -> cluster.get(old, "/role").text("leader_id").equals(cluster.other(old)));
        Response refused = cluster.post(old, "/v1/jobs", JOB);
        assertThat(refused.text("error")).isEqualTo("NOT_LEADER");
    }

    @Test // NODE-7
    void frozenWriteDelaysTheNextLeaderAtMostForTheValidity() throws SQLException {
        String old = cluster.awaitLeader();
        long term = cluster.get(old, "/role").number("leader_epoch");
        long jobs = postgres.number("SELECT count(*) FROM baton_jobs WHERE name = 'frozen'");
        CompletableFuture<Response> write;
        String writing = "SELECT coalesce(max(pid), 0) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                + " AND query LIKE 'INSERT INTO baton_jobs%'";
        long frozen;
        long since;
        try (Connection blocker = postgres.connect()) {
            blocker.setAutoCommit(false);
            ProofPostgres.run(blocker, "LOCK TABLE baton_jobs IN SHARE ROW EXCLUSIVE MODE");
            write = CompletableFuture.supplyAsync(() -> cluster.post(old, "/v1/jobs", "{\"name\":\"frozen\"}"));
            // The transaction has passed its guard and waits for the table: freeze the whole node now.
            cluster.await("the transaction waits", () -> postgres.number(writing) > 0);
            frozen = postgres.number(writing);
            since = serverMillis();
            cluster.node(old).freeze();
            blocker.rollback();
        }
        try (Connection canary = postgres.connect()) {
            long idle = idleFor(canary, LONGEST_DELAY);
            CompletableFuture<Long> outlived = CompletableFuture.supplyAsync(() -> outlived(frozen, idle));
            String leader = awaitWritable(old);
            // Both times are on the clock of the server, so delays of this process do not count.
            long millis =
                    postgres.number("SELECT min(created_ms) FROM baton_jobs WHERE leader_epoch > " + term) - since;
            System.out.println("measured: frozen inside a write on PostgreSQL, next leader wrote after " + millis
                    + " ms; limit: validity + 2 s = " + LONGEST_DELAY.toMillis() + " ms");
            assertThat(leader).isNotEqualTo(old);
            // Measured with timers of the server, independent of the load of this machine.
            assertThat(outlived.orTimeout(60, TimeUnit.SECONDS).join()).isEqualTo(1);
            assertThat(Duration.ofMillis(millis)).isLessThanOrEqualTo(LONGEST_DELAY);
        } finally {
            cluster.node(old).signalAll("CONT");
        }
        assertThat(write.join().isOk()).isFalse();
        assertThat(postgres.number("SELECT count(*) FROM baton_jobs WHERE name = 'frozen'"))
                .isEqualTo(jobs);
        cluster.await("the old leader is a standby", () -> cluster.role(old).equals("STANDBY"));
        assertThat(postgres.audit().staleCommits()).isEmpty();
    }

    /** Returns the clock of the server, which also stamps jobs, in milliseconds since 1970. */
    private static long serverMillis() {
        return postgres.number("SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint");
    }

    /** Begins a transaction that the server ends when it is idle for this long. Returns the pid of its session. */
    private static long idleFor(Connection canary, Duration time) throws SQLException {
        canary.setAutoCommit(false);
        ProofPostgres.run(canary, "SET LOCAL idle_in_transaction_session_timeout = " + time.toMillis());
        return ProofPostgres.number(canary, "SELECT pg_backend_pid()");
    }

    /** Waits in the server until the first session has ended. Returns 1 if the second one still exists then. */
    private static long outlived(long first, long second) {
        try (Connection watch = postgres.connect()) {
            ProofPostgres.run(
                    watch,
                    "DO $$ BEGIN WHILE EXISTS (SELECT FROM pg_stat_get_activity(" + first
                            + ")) LOOP PERFORM pg_sleep(0.01); PERFORM pg_stat_clear_snapshot(); END LOOP; END $$");
            return ProofPostgres.number(watch, "SELECT count(*) FROM pg_stat_get_activity(" + second + ")");
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Test // NODE-7
    void noNodeAcceptsWritesWhileTheStoreIsUnreachable() {
        cluster.awaitLeader();
        proxyOfA.refuse();
        proxyOfB.refuse();
        try {
            cluster.await("there is no leader", () -> cluster.leader().isEmpty());
            assertThat(cluster.post("a", "/v1/jobs", JOB).isOk()).isFalse();
            assertThat(cluster.post("b", "/v1/jobs", JOB).isOk()).isFalse();
        } finally {
            proxyOfA.heal();
            proxyOfB.heal();
        }
        assertThat(cluster.submit("after the outage", JOB).status()).isEqualTo(201);
    }

    @Test // NODE-7, NODE-3
    void killedDatabaseLosesNothingAndContinuesWithAHigherEpoch() throws InterruptedException {
        long before = cluster.get(cluster.awaitLeader(), "/role").number("leader_epoch");
        try (RecordingClients clients = new RecordingClients(cluster, List.of("a", "b"))) {
            clients.allowJobs(50);
            Thread submitting = clients.submit(100);
            clients.runAgent("w1", 1000);
            cluster.await("some work is done", () -> clients.acceptedJobs().size() > 20);
            postgres.killAndRestart(() -> {
                clients.allowJobs(100);
                cluster.await("there is no leader", () -> cluster.leader().isEmpty());
            });
            submitting.join();
            cluster.await("every job is done", () -> clients.succeededJobs() == 100);
            assertThat(clients.acceptedJobs()).hasSize(100);
            assertThat(cluster.get(cluster.awaitLeader(), "/role").number("leader_epoch"))
                    .isGreaterThan(before);
            check(clients);
        }
    }
}
