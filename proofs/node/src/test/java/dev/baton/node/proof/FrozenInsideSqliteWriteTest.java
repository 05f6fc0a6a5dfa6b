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
 * The limit of SQLite: whoever stands still inside a write transaction keeps the file's lock, and only its end gives it
 * back. Nobody writes until then, and never two.
 */
class FrozenInsideSqliteWriteTest {
    /** The validity is a little less. */
    private static final Duration TTL = Duration.ofSeconds(2);

    private static final String JOBS = "node.db";
    private static final String ELECTION = "lock.db";

    @TempDir
    static Path directory;

    private static Cluster cluster;

    @BeforeAll
    static void twoNodes() {
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
                "two nodes",
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

    /** Stops the leader's controller again and again until it is caught with the write lock in its hands. */
    private static String freezeInsideAWrite(Clients clients) {
        int writes = clients.answers().size();
        cluster.await("writes go on", () -> clients.answers().size() > writes + 5);
        String leader = cluster.awaitLeader();
        long controller = cluster.node(leader).child("controller").orElseThrow().pid();
        cluster.await("it is caught inside a write", () -> {
            NodeProcess.signal("STOP", controller);
            cluster.await("it stands still", () -> NodeProcess.state(controller) == 'T');
            if (isWriteLocked(JOBS)) {
                return true;
            }
            NodeProcess.signal("CONT", controller);
            return false;
        });
        return leader;
    }

    /** Stops all of its processes, but none inside a write to the file of the election: this is about the jobs'. */
    private static void freezeTheRest(String id) {
        NodeProcess node = cluster.node(id);
        cluster.await("it is not inside a write to the election's file", () -> {
            node.signal("STOP");
            cluster.await("it stands still", () -> NodeProcess.state(node.pid()) == 'T');
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

    private static Clients writers() {
        Clients clients = new Clients(cluster, List.of("a", "b"));
        for (int i = 0; i < 4; i++) {
            clients.submit(Integer.MAX_VALUE);
        }
        return clients;
    }

    private static void check(Clients clients) throws SQLException {
        clients.finish();
        try (Connection connection = database(JOBS)) {
            LedgerJudge judge = new LedgerJudge(connection);
            assertThat(clients.history().violations()).isEmpty();
            assertThat(judge.staleCommits()).isEmpty();
            assertThat(judge.falseAnswers(clients.answers())).isEmpty();
        }
    }

    /** Waits for the next accepted write, and tells how long that took. */
    private static long awaitWrite(Clients clients) {
        long from = System.nanoTime();
        int writes = clients.answers().size();
        cluster.await("a write", () -> clients.answers().size() > writes);
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - from);
    }

    @Test // NODE-7
    void whileAWholeNodeStandsStillInsideAWriteNobodyWritesAndAfterItsEndOneDoes() throws SQLException {
        try (Clients clients = writers()) {
            String old = freezeInsideAWrite(clients);
            freezeTheRest(old);
            long frozen = System.nanoTime();
            int writes = clients.answers().size();
            NodeProcess other = cluster.node(cluster.other(old));
            // The other one gets the lock of the election, and stands before that of the file.
            cluster.await("it wants to lead", () -> other.log().contains("cannot_lead"));
            Awaitility.await("three validities").atMost(Duration.ofMinutes(1)).until(() -> {
                assertThat(cluster.post(other.id(), "/v1/jobs", "{\"name\":\"work\"}")
                                .isOk())
                        .isFalse();
                return System.nanoTime() - frozen > TTL.multipliedBy(3).toNanos();
            });
            assertThat(clients.answers()).hasSize(writes);
            assertThat(isWriteLocked(JOBS)).isTrue();
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - frozen);
            cluster.node(old).kill();
            System.out.println("measured: frozen inside a write on SQLite for " + millis + " ms, writes accepted"
                    + " meanwhile 0; the first came " + awaitWrite(clients) + " ms after the kill");
            cluster.start(old);
            check(clients);
        }
    }

    @Test // NODE-7
    void aWholeNodeThatResumesInsideAWriteFinishesItAndIsThenRefused() throws SQLException {
        try (Clients clients = writers()) {
            String old = freezeInsideAWrite(clients);
            freezeTheRest(old);
            NodeProcess other = cluster.node(cluster.other(old));
            int log = other.log().length();
            // It resumes while the other one waits for the file.
            cluster.await("it has the lock", () -> other.log().substring(log).contains("to=leader"));
            int writes = clients.answers().size();
            cluster.node(old).signalAll("CONT");
            cluster.await("writes go on", () -> clients.answers().size() > writes + 20);
            check(clients);
        }
    }

    @Test // NODE-7, NODE-1
    void aControllerAloneThatStandsStillInsideAWriteIsKilledByItsSupervisor() throws SQLException {
        try (Clients clients = writers()) {
            String old = freezeInsideAWrite(clients);
            System.out.println("measured: controller alone frozen inside a write on SQLite, the next write came after "
                    + awaitWrite(clients) + " ms; its supervisor kills it after a validity of less than "
                    + TTL.toMillis() + " ms");
            assertThat(cluster.node(old).log()).contains("the controller stands still");
            check(clients);
        }
    }
}
