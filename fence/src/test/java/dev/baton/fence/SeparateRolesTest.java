package dev.baton.fence;

import static dev.baton.fence.TestDatabase.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.Leadership;
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

/** The writers have a role of their own, whose transactions Baton's role may not end. They end all the same. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SeparateRolesTest {
    private static final String ELECTION = "nightly";

    private final Fence fence = Fence.byElection();
    private final AtomicBoolean over = new AtomicBoolean();

    /** A transaction that goes on for as long as the server and the fence let it. */
    interface EndlessTransaction {
        void run(DataSource source, Leadership leadership) throws SQLException;
    }

    @Test // FENCE-2: transaction_timeout, whatever the client does
    void bareGuardOfAnotherRoleDelaysTheSuccessorForTheValidityAtMost() throws Exception {
        assertSuccessorLeads(new TestDatabase(), (source, leadership) -> {
            try (Connection connection = source.getConnection()) {
                connection.setAutoCommit(false);
                fence.guard(connection, leadership);
                entry(1).run(connection);
                repeat(connection);
                connection.commit();
            }
        });
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

    private void repeat(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            while (!over.get()) {
                statement.execute("SELECT pg_sleep(0.05)");
            }
        }
    }

    private void assertSuccessorLeads(TestDatabase database, EndlessTransaction transaction) throws Exception {
        database.createRole("elector");
        database.createRole("writer");
        database.run("GRANT CREATE, USAGE ON SCHEMA public TO elector; GRANT INSERT ON entries TO writer");
        try (Baton former = Baton.connect(database.urlAs("elector"));
                Baton successor = Baton.connect(database.urlAs("elector"))) {
            Candidate first = former.candidate(ELECTION);
            first.start();
            Leadership leadership =
                    first.awaitLeadership(Duration.ofSeconds(20)).orElseThrow();
            database.run("GRANT SELECT ON baton_epochs, baton_raises TO writer");
            CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
                try {
                    transaction.run(database.sourceAs("writer"), leadership);
                } catch (SQLException ended) {
                    throw new IllegalStateException(ended);
                }
            });
            TestDatabase.await("the transaction is guarded", () -> database.guards(ELECTION, true) > 0);
            Candidate second = successor.candidate(ELECTION);
            second.start();
            first.stop(Duration.ofSeconds(10));
            assertThat(second.awaitLeadership(Duration.ofSeconds(20)).map(Leadership::isValid))
                    .as("the successor leads")
                    .contains(true);
            TestDatabase.await("the writer has failed", writer::isCompletedExceptionally);
            assertThat(database.entries(1)).isZero();
        } finally {
            over.set(true);
        }
    }
}
