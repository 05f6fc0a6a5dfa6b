package dev.baton.fence;

import static dev.baton.fence.TestDatabase.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.BatonException;
import dev.baton.Candidate;
import dev.baton.Leadership;
import dev.baton.testkit.FaultProxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;

/** The writers have a role of their own, whose transactions Baton's role may not end. They end all the same. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SeparateRolesTest {
    private static final String ELECTION = "nightly";

    private final Fence fence = Fence.byElection();
    private final AtomicBoolean over = new AtomicBoolean();
    private Runnable afterTakeover = () -> {};

    /** A transaction that goes on for as long as the server and the fence let it. */
    interface EndlessTransaction {
        void run(DataSource source, Leadership leadership) throws SQLException;
    }

    @Test // FENCE-2: transaction_timeout, whatever the client does
    void bareGuardOfAnotherRoleDelaysTheSuccessorForTheValidityAtMost() throws Exception {
        assertSuccessorLeads(new TestDatabase(), this::guardWithoutEnd);
    }

    @Test // FENCE-2: pg_signal_backend, where the server has no limit for a transaction that keeps sending statements
    void roleThatMaySignalSessionsEndsTheBareGuardOfAnotherRole() throws Exception {
        TestDatabase database = TestDatabase.onOldest();
        // A role of its own: the databases of a server share their roles, and the others must not have this right.
        database.createRole("signaller");
        database.run("GRANT pg_signal_backend TO signaller");
        Exception ended = assertSuccessorLeads(database, "signaller", this::guardWithoutEnd);
        assertThat(ended)
                .isInstanceOfSatisfying(
                        SQLException.class,
                        failed -> assertThat(failed.getSQLState())
                                .as("ended by an administrator")
                                .isEqualTo("57P01"));
    }

    private void guardWithoutEnd(DataSource source, Leadership leadership) throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            fence.guard(connection, leadership);
            entry(1).run(connection);
            repeat(connection);
            connection.commit();
        }
    }

    @Test // FENCE-2: nothing is sent after the validity
    void busyTransactionOfAnotherRoleEndsOnServersWithoutSuchALimit() throws Exception {
        assertSuccessorLeads(
                TestDatabase.onOldest(),
                (source, leadership) -> fence.inTransaction(source, leadership, connection -> {
                    entry(1).run(connection);
                    repeat(connection);
                    return 0;
                }));
    }

    @Test // FENCE-2: statement_timeout
    void slowStatementOfAnotherRoleEndsOnServersWithoutSuchALimit() throws Exception {
        assertSuccessorLeads(
                TestDatabase.onOldest(),
                (source, leadership) -> fence.inTransaction(source, leadership, connection -> {
                    entry(1).run(connection);
                    try (Statement slow = connection.createStatement()) {
                        return slow.execute("SELECT pg_sleep(50)");
                    }
                }));
    }

    @Test // FENCE-2: tcp_user_timeout, because no limit of the server ends a transaction while it sends
    void clientThatFreezesWhileItReceivesEndsOnServersWithoutSuchALimit() throws Exception {
        TestDatabase database = TestDatabase.onOldest();
        PGSimpleDataSource source = database.sourceAs("writer");
        try (FaultProxy network = FaultProxy.to("localhost", source.getPortNumbers()[0])) {
            source.setPortNumbers(new int[] {network.port()});
            afterTakeover = () -> {
                network.reset();
                network.heal();
            };
            assertSuccessorLeads(
                    database,
                    (direct, leadership) -> fence.inTransaction(source, leadership, connection -> {
                        entry(1).run(connection);
                        network.blackholeReplies();
                        try (Statement large = connection.createStatement()) {
                            return large.execute("SELECT repeat('x', 1000) FROM generate_series(1, 60000)");
                        }
                    }));
        }
    }

    private void repeat(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            while (!over.get()) {
                statement.execute("SELECT pg_sleep(0.05)");
            }
        }
    }

    private void assertSuccessorLeads(TestDatabase database, EndlessTransaction transaction) throws Exception {
        assertSuccessorLeads(database, "elector", transaction);
    }

    /** Returns how the writer failed. */
    private Exception assertSuccessorLeads(TestDatabase database, String elector, EndlessTransaction transaction)
            throws Exception {
        database.createRole(elector);
        database.createRole("writer");
        database.run("GRANT CREATE, USAGE ON SCHEMA public TO " + elector + "; GRANT INSERT ON entries TO writer");
        try (Baton former = Baton.connect(database.urlAs(elector));
                Baton successor = Baton.connect(database.urlAs(elector))) {
            Candidate first = former.candidate(ELECTION);
            first.start();
            Leadership leadership =
                    first.awaitLeadership(Duration.ofSeconds(20)).orElseThrow();
            database.run("GRANT SELECT ON baton_epochs, baton_raises TO writer");
            CompletableFuture<Exception> writer = CompletableFuture.supplyAsync(() -> {
                try {
                    transaction.run(database.sourceAs("writer"), leadership);
                    throw new IllegalStateException("the writer has committed");
                } catch (SQLException | BatonException ended) {
                    return ended;
                }
            });
            TestDatabase.await("the transaction is guarded", () -> database.guards(ELECTION, true) > 0);
            Candidate second = successor.candidate(ELECTION);
            second.start();
            first.stop(Duration.ofSeconds(10));
            assertThat(second.awaitLeadership(Duration.ofSeconds(20)).map(Leadership::isValid))
                    .as("the successor leads")
                    .contains(true);
            afterTakeover.run();
            Exception ended = writer.get(30, TimeUnit.SECONDS);
            assertThat(database.entries(1)).isZero();
            return ended;
        } finally {
            over.set(true);
        }
    }
}
