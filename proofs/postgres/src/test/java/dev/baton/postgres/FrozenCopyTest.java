package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.BatonClock;
import dev.baton.Candidate;
import dev.baton.Leadership;
import dev.baton.fence.Fence;
import dev.baton.internal.runtime.BatonRuntime;
import dev.baton.internal.runtime.RuntimeEnvironment;
import dev.baton.testkit.FaultProxy;
import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * A guarded client that freezes inside {@code COPY … FROM STDIN}: no limit of the server ends its transaction. The next
 * leader does, with the same role.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class FrozenCopyTest {
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    @Test // FENCE-2
    void nextLeaderEndsTheCopyOnTheNewestServer() throws Exception {
        assertNextLeaderEndsTheCopy(TestServers.newest());
    }

    @Test // FENCE-2
    void nextLeaderEndsTheCopyOnTheOldestServer() throws Exception {
        assertNextLeaderEndsTheCopy(TestServers.oldest());
    }

    private static Baton connect(PostgresTestServer server, int port, String database) {
        String url = server.url("postgres", database).replace(":" + server.port(), ":" + port) + "?patience="
                + PATIENCE.toMillis() + "ms";
        PostgresBackend backend = PostgresFixture.openAsOwnProcess(url, Map.of(), BatonClock.system());
        return BatonRuntime.over(RuntimeEnvironment.real(BatonClock.system()), clock -> backend);
    }

    private static Leadership lead(Baton baton, String id) throws InterruptedException {
        Candidate candidate = baton.election(PostgresFixture.ELECTION)
                .candidate(PostgresFixture.settings(id).build());
        candidate.start();
        return candidate.awaitLeadership(Duration.ofSeconds(60)).orElseThrow();
    }

    private static void assertNextLeaderEndsTheCopy(PostgresTestServer server) throws Exception {
        String database = server.newDatabase();
        server.run(database, "CREATE TABLE entries (entry int)");
        try (FaultProxy network = FaultProxy.to("localhost", server.port());
                Baton former = connect(server, network.port(), database);
                Baton next = connect(server, server.port(), database);
                Connection writing = server.connect(database)) {
            Leadership leadership = lead(former, "former");
            writing.setAutoCommit(false);
            Fence.byElection().guard(writing, leadership);
            CopyIn copy = writing.unwrap(PGConnection.class).getCopyAPI().copyIn("COPY entries FROM STDIN");
            byte[] line = "1\n".getBytes(StandardCharsets.UTF_8);
            copy.writeToCopy(line, 0, line.length);
            copy.flushCopy();
            // From here on the former leader sends nothing: neither to its election nor in its transaction.
            network.blackhole();
            long frozenAt = System.nanoTime();
            Leadership successor = lead(next, "next");
            Duration delay = Duration.ofNanos(System.nanoTime() - frozenAt);
            System.out.println("measured: frozen inside COPY FROM STDIN, next leader after " + delay.toMillis()
                    + " ms; patience " + PATIENCE.toMillis() + " ms");
            assertThat(successor.epoch()).isGreaterThan(leadership.epoch());
            // Twice the patience, and time for a busy machine.
            assertThat(delay).isLessThan(PATIENCE.multipliedBy(4));
            assertThatThrownBy(copy::endCopy).isInstanceOf(SQLException.class);
            assertThat(server.number(database, "SELECT count(*) FROM entries")).isZero();
            // The driver cannot close a connection in a COPY that the server has ended.
            writing.abort(Runnable::run);
            network.heal();
        }
    }
}
