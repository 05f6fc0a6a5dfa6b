package dev.baton.node.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A limit of SQLite: a process that is frozen inside a write transaction keeps the lock of the file until it ends. No node
 * writes until then, and there are never two writers.
 */
class FrozenInsideSqliteWriteTest {
    /** The validity is slightly shorter. */
    private static final Duration TTL = Duration.ofSeconds(2);

    private static final String JOBS = "node.db";
    private static final String ELECTION = "lock.db";

    @TempDir
    static Path directory;

    private static Cluster cluster;

    @BeforeAll
    static void startNodes() {
        cluster = new Cluster(directory);
        for (String id : List.of("a", "b")) {
            cluster.start(
                    id,
                    "--on",
                    "lease:sqlite:" + directory.resolve(ELECTION) + "?ttl=" + TTL.toMillis() + "ms",
                    "--data-dir",
                    directory.toString(),
                    "--store",
                    "sqlite:" + directory.resolve(JOBS),
                    "--drain",
                    "1");
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

    private static Connection database(String file) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + directory.resolve(file) + "?busy_timeout=0");
    }

    /** Stops the controller of the leader repeatedly until it is stopped while it holds the write lock. */
    private static String freezeInsideAWrite(RecordingClients clients) {
        int writes = clients.acceptedWrites().size();
        cluster.await("writes continue", () -> clients.acceptedWrites().size() > writes + 5);
        String leader = cluster.awaitLeader();
        long controller = cluster.node(leader).child("controller").orElseThrow().pid();
        cluster.await("the controller is stopped inside a write", () -> {
            NodeProcess.signal("STOP", controller);
            cluster.await("the process is stopped", () -> NodeProcess.state(controller) == 'T');
            if (isWriteLocked(JOBS)) {
                return true;
            }
            NodeProcess.signal("CONT", controller);
            return false;
        });
        return leader;
    }

    /** Stops all processes of the node, but not inside a write to the file of the election. */
    private static void freezeTheRest(String id) {
        NodeProcess node = cluster.node(id);
        cluster.await("the supervisor is stopped outside a write to the file of the election", () -> {
            node.signal("STOP");
            cluster.await("the process is stopped", () -> NodeProcess.state(node.pid()) == 'T');
            if (!isWriteLocked(ELECTION)) {
                return true;
            }
            node.signal("CONT");
            return false;
        });
        node.freeze();
    }

    private static boolean isWriteLocked(String file) {
        try (Connection connection = database(file);
                Statement statement = connection.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            statement.execute("ROLLBACK");
            return false;
        } catch (SQLException busy) {
            return true;
        }
    }

    private static RecordingClients writers() {
        RecordingClients clients = new RecordingClients(cluster, List.of("a", "b"));
        for (int i = 0; i < 4; i++) {
            clients.submit(Integer.MAX_VALUE);
        }
        return clients;
    }

    private static void check(RecordingClients clients) throws SQLException {
        clients.stop();
        try (Connection connection = database(JOBS)) {
            DatabaseAudit audit = new DatabaseAudit(connection);
            assertThat(clients.history().violations()).isEmpty();
            assertThat(audit.staleCommits()).isEmpty();
            assertThat(audit.falseResponses(clients.acceptedWrites())).isEmpty();
        }
    }

    /** Waits for the next accepted write and returns how long that took. */
    private static long awaitWrite(RecordingClients clients) {
        long from = System.nanoTime();
        int writes = clients.acceptedWrites().size();
        cluster.await("a write", () -> clients.acceptedWrites().size() > writes);
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - from);
    }

    @Test // NODE-7
    void noNodeWritesWhileANodeIsFrozenInsideAWrite() throws SQLException {
        try (RecordingClients clients = writers()) {
            String old = freezeInsideAWrite(clients);
            freezeTheRest(old);
            long frozen = System.nanoTime();
            int writes = clients.acceptedWrites().size();
            NodeProcess other = cluster.node(cluster.other(old));
            // The other node wins the election, and waits for the lock of the file.
            cluster.await("the other node tries to lead", () -> other.log().contains("cannot_lead"));
            Awaitility.await("no write for three validities")
                    .during(TTL.multipliedBy(3))
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> {
                        assertThat(cluster.post(other.id(), "/v1/jobs", "{\"name\":\"work\"}")
                                        .isOk())
                                .isFalse();
                        return true;
                    });
            assertThat(clients.acceptedWrites()).hasSize(writes);
            assertThat(isWriteLocked(JOBS)).isTrue();
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - frozen);
            cluster.node(old).kill();
            System.out.println("measured: frozen inside a write on SQLite for " + millis + " ms, writes accepted"
                    + " meanwhile: 0; first write " + awaitWrite(clients) + " ms after the kill");
            cluster.start(old);
            check(clients);
        }
    }

    @Test // NODE-7
    void nodeThatResumesInsideAWriteFinishesItAndIsThenRefused() throws SQLException {
        try (RecordingClients clients = writers()) {
            String old = freezeInsideAWrite(clients);
            freezeTheRest(old);
            NodeProcess other = cluster.node(cluster.other(old));
            int log = other.log().length();
            // It resumes while the other node waits for the file.
            cluster.await(
                    "the other node has the lock of the election",
                    () -> other.log().substring(log).contains("to=leader"));
            int writes = clients.acceptedWrites().size();
            cluster.node(old).signalAll("CONT");
            cluster.await("writes continue", () -> clients.acceptedWrites().size() > writes + 20);
            check(clients);
        }
    }

    @Test // NODE-7, NODE-1
    void supervisorKillsControllerThatIsFrozenInsideAWrite() throws SQLException {
        try (RecordingClients clients = writers()) {
            String old = freezeInsideAWrite(clients);
            System.out.println("measured: controller alone frozen inside a write on SQLite, the next write came after "
                    + awaitWrite(clients) + " ms; its supervisor kills it after a validity of less than "
                    + TTL.toMillis() + " ms");
            assertThat(cluster.node(old).log()).contains("the controller does not respond");
            check(clients);
        }
    }
}
