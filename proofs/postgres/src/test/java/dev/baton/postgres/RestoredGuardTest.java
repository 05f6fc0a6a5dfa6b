package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.BatonClock;
import dev.baton.Candidate;
import dev.baton.Leadership;
import dev.baton.fence.Fence;
import dev.baton.fence.StaleEpochException;
import dev.baton.internal.runtime.BatonRuntime;
import dev.baton.internal.runtime.RuntimeEnvironment;
import dev.baton.testkit.FaultProxy;
import dev.baton.testkit.postgres.BaseBackup;
import dev.baton.testkit.postgres.PostgresReplica;
import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The data of a server goes back while its leader is frozen and cut off. The next leader gets the same epoch, because nobody
 * who is there has seen it. The guard still refuses the former leader.
 */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class RestoredGuardTest {
    private final List<Baton> connections = new ArrayList<>();
    private final Fence fence = Fence.byElection();
    private String database = "";

    @AfterEach
    void disconnect() {
        connections.forEach(Baton::close);
    }

    /** Returns a candidate of its own process, whose servers have these ports. */
    private Candidate candidate(String id, int... ports) {
        PostgresBackend backend = PostgresFixture.openAsOwnProcess(url(ports), Map.of(), BatonClock.system());
        Baton baton = BatonRuntime.over(RuntimeEnvironment.real(BatonClock.system()), clock -> backend);
        connections.add(baton);
        return baton.election(PostgresFixture.ELECTION)
                .candidate(PostgresFixture.settings(id).build());
    }

    private String url(int... ports) {
        List<String> hosts = new ArrayList<>();
        for (int port : ports) {
            hosts.add("localhost:" + port);
        }
        return "postgres://postgres@" + String.join(",", hosts) + "/" + database
                + "?targetServerType=primary&patience=3s";
    }

    private static Leadership lead(Candidate candidate) throws InterruptedException {
        candidate.start();
        return candidate.awaitLeadership(Duration.ofSeconds(60)).orElseThrow();
    }

    private void write(int port, Leadership leadership, int entry) throws SQLException {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setPortNumbers(new int[] {port});
        source.setDatabaseName(database);
        source.setUser("postgres");
        fence.inTransaction(source, leadership, connection -> {
            try (Statement statement = connection.createStatement()) {
                return statement.executeUpdate("INSERT INTO entries VALUES (" + entry + ")");
            }
        });
    }

    /** Creates a database with an election that has been led once. */
    private void prepare(PostgresTestServer server) throws InterruptedException {
        database = server.newDatabase();
        server.run(database, "CREATE TABLE entries (entry int)");
        Candidate early = candidate("early", server.port());
        lead(early);
        early.close();
    }

    /**
     * @param before the port of the server before
     * @param after the port of the server whose data has gone back
     */
    private void assertFormerTenureIsRefused(int before, int after, Runnable goBack) throws Exception {
        try (FaultProxy network = FaultProxy.to("localhost", before);
                FaultProxy laterNetwork = FaultProxy.to("localhost", after);
                CapturedLog log = new CapturedLog()) {
            Candidate former = candidate("former", network.port(), laterNetwork.port());
            FrozenLeadership frozen = FrozenLeadership.of(lead(former));
            write(before, frozen, 1);
            network.blackhole();
            laterNetwork.blackhole();
            goBack.run();
            Candidate fresh = candidate("fresh", before, after);
            Leadership next = lead(fresh);
            assertThat(next.epoch()).isEqualTo(frozen.epoch());
            write(after, next, 2);
            assertThatThrownBy(() -> write(after, frozen, 3))
                    .isInstanceOf(StaleEpochException.class)
                    .hasMessageContaining("another tenure has the same epoch");

            // The former leader comes back, and knows that its epoch has been in use.
            assertThat(log.text()).doesNotContain("went back");
            network.heal();
            laterNetwork.heal();
            PostgresFixture.await(
                    "a leader has a higher epoch",
                    () -> List.of(former, fresh).stream()
                            .flatMap(candidate -> candidate.leadership().stream())
                            .anyMatch(leadership -> leadership.isValid() && leadership.epoch() > frozen.epoch()));
            assertThatThrownBy(() -> write(after, frozen, 4)).isInstanceOf(StaleEpochException.class);
            assertThat(log.text().lines().filter(line -> line.contains("went back")))
                    .as("one error")
                    .hasSize(1)
                    .allMatch(line -> line.contains("ERROR"));
        }
    }

    @Test // FENCE-1, FENCE-2
    void formerTenureIsRefusedOnARestoredBaseBackup() throws Exception {
        try (PostgresTestServer server = TestServers.started("newest")) {
            prepare(server);
            BaseBackup backup = server.baseBackup();
            assertFormerTenureIsRefused(server.port(), server.port(), backup::restore);
        }
    }

    @Test // FENCE-1, FENCE-2
    void formerTenureIsRefusedOnARestoredDump(@TempDir Path folder) throws Exception {
        PostgresTestServer server = TestServers.oldest();
        prepare(server);
        SqlDump dump = SqlDump.of(server, database, folder);
        assertFormerTenureIsRefused(server.port(), server.port(), dump::restore);
    }

    @Test // FENCE-1, FENCE-2
    void formerTenureIsRefusedOnAPromotedReplicaThatLagged() throws Exception {
        try (PostgresTestServer primary = TestServers.started("newest")) {
            prepare(primary);
            try (PostgresReplica replica = PostgresReplica.of(primary)) {
                replica.disconnect();
                assertFormerTenureIsRefused(primary.port(), replica.port(), () -> {
                    primary.stop("QUIT");
                    replica.promote();
                });
            }
        }
    }
}
